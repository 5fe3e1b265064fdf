// Entry point of the page. Every page but the first is loaded when it is first needed.

import { galleryPage } from "./gallery.js";
import { helpButton } from "./help.js";
import { startRouter } from "./router.js";
import { themeButton } from "./theme.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
document.getElementById("tools")?.append(helpButton(), themeButton());
// The part of the address after the # selects the page, so the skip link cannot use it.
document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
});

const [gallery, jobs, lab, learn] = ["#/", "#/jobs", "#/lab", "#/learn"];
startRouter(main, {
    "": { title: "Gallery", part: gallery, load: async () => galleryPage },
    jobs: { title: "Jobs", part: jobs, load: async () => (await import("./jobs.js")).jobsPage },
    lab: { title: "Lab", part: lab, load: async () => (await import("./lab.js")).labPage },
    learn: { title: "Learn", part: learn, load: async () => (await import("./learn.js")).learnPage },
    play: { title: "Play", part: gallery, load: async () => (await import("./play.js")).playPage },
    puzzle: { title: "Puzzle", part: gallery, load: async () => (await import("./puzzle.js")).puzzlePage },
    replay: { title: "Replay", part: gallery, load: async () => (await import("./replay.js")).replayPage },
    watch: { title: "Watch", part: jobs, load: async () => (await import("./watch.js")).watchPage },
});
