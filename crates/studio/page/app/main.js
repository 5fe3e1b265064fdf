// The studio's page begins here.

import { galleryPage } from "./gallery.js";
import { helpButton } from "./help.js";
import { playPage } from "./play.js";
import { startRouter } from "./router.js";
import { themeButton } from "./theme.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
document.getElementById("tools")?.append(helpButton(), themeButton());
// The address behind the # says which page is shown, so the skip link cannot use it.
document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
});

startRouter(main, {
    "": { title: "Gallery", show: galleryPage },
    play: { title: "Play", show: playPage },
});
