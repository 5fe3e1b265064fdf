//! The page in a real browser, on a desktop and on a phone, light and dark. Screenshots are kept
//! under `target/studio`; with `QUARRY_BLESS=1` those of the README also go to `docs`, and the films
//! too.

mod access;
mod driver;
mod entrance;
mod filling;
mod films;
mod gallery;
mod instances;
mod laboratory;
mod layout;
mod limits;
mod methods;
mod play_page;
mod playing;
mod thinking;
mod views;
mod watching;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::client::Server;
use driver::Browser;

/// Name, width and height of a window.
pub(crate) type Window = (&'static str, u32, u32);
pub(crate) const DESK: Window = ("desk", 1440, 1000);
pub(crate) const PHONE: Window = ("phone", 360, 780);

/// The pictures of the README: screenshots and the files of `docs` that they become.
const SHOWN: [(&str, &str); 4] = [
    ("gallery-desk", "studio.png"),
    ("play-samegame-desk", "studio-play.png"),
    ("watch-desk", "studio-watch.png"),
    ("race-desk", "studio-race.png"),
];

/// A browser with the page of a studio.
pub(crate) struct Visit {
    pub(crate) server: Server,
    pub(crate) browser: Browser,
    window: &'static str,
}

impl Visit {
    pub(crate) fn begin((window, width, height): Window) -> Visit {
        Visit { server: Server::open(), browser: Browser::open(width, height), window }
    }

    pub(crate) fn is_phone(&self) -> bool {
        self.window == PHONE.0
    }

    /// Opens an address of the page, as if coming from elsewhere.
    pub(crate) fn go(&self, hash: &str) {
        self.browser.go("about:blank");
        let Server { address, token, .. } = &self.server;
        self.browser.go(&format!("http://{address}/?token={token}{hash}"));
    }

    /// Returns the part of the address after the `#`.
    pub(crate) fn address(&self) -> String {
        self.browser.run("return location.hash").as_str().unwrap().to_owned()
    }

    /// Waits until the address contains some words.
    pub(crate) fn until_address(&self, words: &str) {
        self.browser.until(
            &format!("{words} in the address"),
            &format!("return location.hash.includes({})", json!(words)),
        );
    }

    pub(crate) fn click(&self, id: &str) {
        self.browser.click(&test(id));
    }

    pub(crate) fn text(&self, id: &str) -> String {
        self.browser
            .until(id, &format!("return {}?.innerText ?? false", found(id)))
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Waits until an expression of a script is true or a value, and returns it.
    pub(crate) fn until(&self, what: &str, expression: &str) -> Value {
        self.browser.until(what, &format!("return {expression}"))
    }

    /// Waits until the text of an element contains some words.
    pub(crate) fn says(&self, id: &str, words: &str) {
        let script = format!("return !!{}?.innerText.includes({})", found(id), json!(words));
        self.browser.until(&format!("{id} to say {words}"), &script);
    }

    /// Waits until the text of an element changes, and returns it.
    pub(crate) fn changes(&self, id: &str, before: &str) -> String {
        let script = format!(
            "const text = {}?.innerText ?? {1}; return text !== {1} && text",
            found(id),
            json!(before)
        );
        self.browser
            .until(&format!("{id} to be other than {before}"), &script)
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Waits until a button is enabled or disabled.
    pub(crate) fn until_enabled(&self, id: &str, is_enabled: bool) {
        let script = format!("return {}?.disabled === {}", found(id), !is_enabled);
        self.browser.until(&format!("{id} enabled: {is_enabled}"), &script);
    }

    /// Chooses from a list, or moves a slider.
    pub(crate) fn choose(&self, selector: &str, value: &str) {
        self.browser.until(
            selector,
            &format!(
                "const it = document.querySelector({}); if (!it) return false; it.value = {1};\
                 it.dispatchEvent(new Event('input', {{ bubbles: true }}));\
                 it.dispatchEvent(new Event('change', {{ bubbles: true }})); return it.value === {1}",
                json!(selector),
                json!(value)
            ),
        );
    }

    /// Returns the first tile whose label contains these words.
    pub(crate) fn tile(&self, words: &str) -> String {
        let script = format!(
            "return [...document.querySelectorAll('[data-testid=board] [role=gridcell]')]\
             .find((cell) => {}.test(cell.getAttribute('aria-label')))?.dataset.testid",
            json!(words).as_str().map(|words| format!("/{words}/")).unwrap()
        );
        self.browser.until(&format!("a tile with {words}"), &script).as_str().unwrap().to_owned()
    }

    /// Takes a screenshot, and checks that the page is in order.
    pub(crate) fn shoot(&self, name: &str) {
        let name = format!("{name}-{}", self.window);
        let file = root().join("target/studio").join(format!("{name}.png"));
        self.browser.photograph(&file);
        if is_blessing()
            && let Some((_, shown)) = SHOWN.iter().find(|(shot, _)| *shot == name)
        {
            std::fs::copy(&file, root().join("docs").join(shown)).unwrap();
        }
        self.is_well(&name);
    }

    /// Checks that nothing is wider than the window, and that the console is empty.
    pub(crate) fn is_well(&self, place: &str) {
        let wide = self.browser.run(
            "const { scrollWidth, clientWidth } = document.documentElement; return scrollWidth - clientWidth",
        );
        assert!(
            wide.as_i64().is_some_and(|wide| wide <= 0),
            "{place} is wider than the window by {wide}"
        );
        assert_eq!(self.browser.complaints(), Vec::<String>::new(), "{place}");
    }

    /// Consumes the message about a refused request, which browsers also write to the console.
    pub(crate) fn expect_refusal(&self, status: u16) {
        let complaints = self.browser.complaints();
        let is_expected = |said: &String| said.contains(&format!("status of {status}"));
        assert!(!complaints.is_empty() && complaints.iter().all(is_expected), "{complaints:?}");
    }

    /// Sets the colour scheme that the system reports.
    pub(crate) fn set_scheme(&self, scheme: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.browser.tell("Emulation.setEmulatedMedia", &json!({"features": features}));
    }

    /// Returns the brightness of the page's background, from 0 (black) to 255.
    pub(crate) fn brightness(&self) -> f64 {
        let colour: Value = self.browser.run(
            "return getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)",
        );
        colour.as_array().unwrap().iter().filter_map(Value::as_f64).sum::<f64>() / 3.0
    }
}

/// Returns the folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Whether the documents' pictures are to be written.
fn is_blessing() -> bool {
    std::env::var_os("QUARRY_BLESS").is_some()
}

/// Returns the selector of an element by its test id.
fn test(id: &str) -> String {
    format!("[data-testid=\"{id}\"]")
}

/// Returns a script expression for an element by its test id.
fn found(id: &str) -> String {
    format!("document.querySelector({})", json!(test(id)))
}
