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

startRouter(main, {
    "": { title: "Gallery", load: async () => galleryPage },
    jobs: { title: "Jobs", load: async () => (await import("./jobs.js")).jobsPage },
    lab: { title: "Lab", load: async () => (await import("./lab.js")).labPage },
    learn: { title: "Learn", load: async () => (await import("./learn.js")).learnPage },
    play: { title: "Play", load: async () => (await import("./play.js")).playPage },
    replay: { title: "Replay", load: async () => (await import("./replay.js")).replayPage },
    watch: { title: "Watch", load: async () => (await import("./watch.js")).watchPage },
});
