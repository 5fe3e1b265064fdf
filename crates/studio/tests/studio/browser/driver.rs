//! The part of the WebDriver protocol that the tests need, for the system's ChromeDriver.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// A browser with a fresh profile.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
    folder: TempDir,
    is_touched: bool,
}

/// Maximum time that the page may take for anything.
const PATIENCE: Duration = Duration::from_secs(40);

/// Key of an element reference in replies; a constant of the protocol.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// The key Shift in the protocol.
const SHIFT: &str = "\u{e008}";

const ARGUMENTS: [&str; 9] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
];

impl Browser {
    pub(crate) fn open(width: u32, height: u32) -> Browser {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("`cargo xtask test` installs chromium-driver");
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = lines
            .find_map(|line| {
                line.unwrap()
                    .rsplit_once("successfully on port ")?
                    .1
                    .trim_end_matches('.')
                    .parse()
                    .ok()
            })
            .expect("the driver says its port");
        // A program whose output is not read blocks sooner or later.
        std::thread::spawn(move || lines.for_each(drop));
        let folder = tempfile::tempdir().unwrap();
        let is_touched = width < 600;
        let mut browser = Browser { driver, port, session: String::new(), folder, is_touched };
        browser.begin(width, height);
        browser
    }

    fn begin(&mut self, width: u32, height: u32) {
        let mut arguments: Vec<String> =
            ARGUMENTS.iter().map(|&argument| argument.to_owned()).collect();
        arguments.push(format!("--user-data-dir={}", self.folder.path().join("profile").display()));
        arguments.push(format!("--window-size={width},{height}"));
        let prefs = json!({"download.default_directory": self.downloads(), "download.prompt_for_download": false});
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": {"args": arguments, "prefs": prefs},
            "goog:loggingPrefs": {"browser": "ALL"},
        }}});
        let opened = self.command("POST", "/session", &wanted);
        opened["sessionId"]
            .as_str()
            .unwrap_or_else(|| panic!("no session: {opened}"))
            .clone_into(&mut self.session);
        // The window of a browser cannot be as narrow as a phone; the size reported to the page
        // can.
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": self.is_touched});
        self.tell("Emulation.setDeviceMetricsOverride", &metrics);
        self.tell("Emulation.setTouchEmulationEnabled", &json!({"enabled": self.is_touched}));
    }

    /// Folder of the page's downloads.
    pub(crate) fn downloads(&self) -> PathBuf {
        self.folder.path().join("downloads")
    }

    /// Performs one exchange with the driver. The connection stays open, so the content length
    /// marks the end of the reply.
    fn exchange(&self, method: &str, path: &str, body: &str) -> io::Result<Value> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        )?;
        let (mut reader, mut length, mut line) = (BufReader::new(stream), 0, String::new());
        while line != "\r\n" {
            line.clear();
            if reader.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if let Some(("content-length", count)) = line.to_lowercase().trim_end().split_once(':')
            {
                length = count.trim().parse().map_err(io::Error::other)?;
            }
        }
        let mut reply = vec![0; length];
        reader.read_exact(&mut reply)?;
        let mut reply: Value = serde_json::from_slice(&reply)?;
        Ok(reply["value"].take())
    }

    fn command(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = if method == "POST" { body.to_string() } else { String::new() };
        self.exchange(method, path, &body)
            .unwrap_or_else(|error| panic!("{method} {path}: {error}"))
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        self.command(method, &format!("/session/{}{path}", self.session), body)
    }

    /// Sends a command of the browser's own protocol.
    pub(crate) fn tell(&self, command: &str, params: &Value) {
        self.told(command, params);
    }

    /// Sends a command of the browser's own protocol and returns the reply.
    pub(crate) fn told(&self, command: &str, params: &Value) -> Value {
        let said =
            self.ask("POST", "/goog/cdp/execute", &json!({"cmd": command, "params": params}));
        assert!(said["error"].is_null(), "{command}: {said}");
        said
    }

    pub(crate) fn go(&self, url: &str) {
        self.ask("POST", "/url", &json!({"url": url}));
    }

    pub(crate) fn reload(&self) {
        self.ask("POST", "/refresh", &json!({}));
    }

    /// Runs a script and returns its result.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.ask("POST", "/execute/sync", &json!({"script": script, "args": []}))
    }

    /// Waits until a script returns a true value.
    pub(crate) fn until(&self, what: &str, script: &str) -> Value {
        let begun = Instant::now();
        loop {
            let value = self.run(script);
            if !matches!(value, Value::Null | Value::Bool(false)) && value["error"].is_null() {
                return value;
            }
            if begun.elapsed() > PATIENCE {
                let shown = self.run("return document.body.innerText");
                panic!("waited too long for {what}: {value}; the page shows {shown}");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Returns the element of a selector, as soon as there is one.
    fn element(&self, selector: &str) -> String {
        self.until(selector, &format!("return !!document.querySelector({})", json!(selector)));
        let found =
            self.ask("POST", "/element", &json!({"using": "css selector", "value": selector}));
        found[ELEMENT].as_str().unwrap_or_else(|| panic!("{selector}: {found}")).to_owned()
    }

    /// Clicks as a person would: on the element, as soon as nothing covers it. On a phone this is a
    /// touch.
    pub(crate) fn click(&self, selector: &str) {
        let begun = Instant::now();
        let can_be_hit = format!(
            "const it = document.querySelector({}); if (!it || it.disabled) return false;\
             it.scrollIntoView({{ block: 'center', behavior: 'instant' }});\
             const {{ left, top, width, height }} = it.getBoundingClientRect();\
             const hit = document.elementFromPoint(left + width / 2, top + height / 2);\
             return !!hit && (it.contains(hit) || hit.contains(it))",
            json!(selector)
        );
        self.until(&format!("{selector} to be there to click"), &can_be_hit);
        loop {
            let element = self.element(selector);
            let answer = if self.is_touched {
                let origin = json!({ELEMENT: element});
                let finger = json!([
                    {"type": "pointerMove", "duration": 0, "origin": origin, "x": 0, "y": 0},
                    {"type": "pointerDown", "button": 0},
                    {"type": "pointerUp", "button": 0},
                ]);
                let touch = json!({"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": finger});
                self.ask("POST", "/actions", &json!({"actions": [touch]}))
            } else {
                self.ask("POST", &format!("/element/{element}/click"), &json!({}))
            };
            if answer.is_null() {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{selector} cannot be clicked: {answer}");
        }
    }

    /// Presses a button of the mouse on an element, or a finger for so many milliseconds.
    pub(crate) fn press(&self, selector: &str, button: u8, milliseconds: u32) {
        let origin = json!({ELEMENT: self.element(selector)});
        let actions = json!([
            {"type": "pointerMove", "duration": 0, "origin": origin, "x": 0, "y": 0},
            {"type": "pointerDown", "button": button},
            {"type": "pause", "duration": milliseconds},
            {"type": "pointerUp", "button": button},
        ]);
        self.point(&actions);
    }

    /// Drags the mouse or a finger over elements.
    pub(crate) fn drag(&self, selectors: &[String]) {
        let to = |selector: &String, duration: u32| json!({"type": "pointerMove", "duration": duration, "origin": {ELEMENT: self.element(selector)}, "x": 0, "y": 0});
        let mut actions = vec![to(&selectors[0], 0), json!({"type": "pointerDown", "button": 0})];
        actions.extend(selectors[1..].iter().map(|selector| to(selector, 50)));
        actions.push(json!({"type": "pointerUp", "button": 0}));
        self.point(&json!(actions));
    }

    fn point(&self, actions: &Value) {
        let kind = if self.is_touched { "touch" } else { "mouse" };
        let pointer = json!({"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions});
        let said = self.ask("POST", "/actions", &json!({"actions": [pointer]}));
        assert!(said.is_null(), "{said}");
    }

    /// Presses a key together with Shift.
    pub(crate) fn shifted(&self, key: &str) {
        let actions = json!([
            {"type": "keyDown", "value": SHIFT}, {"type": "keyDown", "value": key},
            {"type": "keyUp", "value": key}, {"type": "keyUp", "value": SHIFT},
        ]);
        let keyboard = json!({"type": "key", "id": "keyboard", "actions": actions});
        self.ask("POST", "/actions", &json!({"actions": [keyboard]}));
    }

    /// Moves the mouse to an element.
    pub(crate) fn hover(&self, selector: &str) {
        let origin = json!({ELEMENT: self.element(selector)});
        let there =
            json!([{"type": "pointerMove", "duration": 0, "origin": origin, "x": 0, "y": 0}]);
        let mouse = json!({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": there});
        self.ask("POST", "/actions", &json!({"actions": [mouse]}));
    }

    /// Types into the focused element.
    pub(crate) fn keys(&self, text: &str) {
        let key = |c: char| {
            [json!({"type": "keyDown", "value": c}), json!({"type": "keyUp", "value": c})]
        };
        let keys: Vec<Value> = text.chars().flat_map(key).collect();
        self.ask(
            "POST",
            "/actions",
            &json!({"actions": [{"type": "key", "id": "keyboard", "actions": keys}]}),
        );
    }

    /// Types into an element, or gives it the path of a file.
    pub(crate) fn fill(&self, selector: &str, text: &str) {
        let element = self.element(selector);
        self.ask("POST", &format!("/element/{element}/clear"), &json!({}));
        let said = self.ask("POST", &format!("/element/{element}/value"), &json!({"text": text}));
        assert!(said.is_null(), "{selector}: {said}");
    }

    /// Returns the text of a frame in the page, as soon as it has any.
    pub(crate) fn frame_text(&self, selector: &str) -> String {
        let frame = json!({ELEMENT: self.element(selector)});
        self.ask("POST", "/frame", &json!({"id": frame}));
        let text = self.until("the frame's text", "return document.body?.innerText || false");
        self.ask("POST", "/frame", &json!({"id": null}));
        text.as_str().unwrap_or_else(|| panic!("{selector}: {text}")).to_owned()
    }

    /// Saves a screenshot of the window as test output.
    pub(crate) fn photograph(&self, file: &Path) {
        let picture = self.ask("GET", "/screenshot", &json!(null));
        std::fs::create_dir_all(file.parent().expect("a folder")).unwrap();
        std::fs::write(file, decoded(picture.as_str().expect("a picture"))).unwrap();
    }

    /// Returns the page's new errors on the console.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let log = self.ask("POST", "/se/log", &json!({"type": "browser"}));
        let entries = log.as_array().unwrap_or_else(|| panic!("no log: {log}"));
        let serious = entries
            .iter()
            .filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING");
        serious.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Otherwise the driver would leave its browser running.
        let _ = self.exchange("DELETE", &format!("/session/{}", self.session), "");
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Decodes Base64, as screenshots are sent.
pub(super) fn decoded(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0u32, 0);
    for digit in text.bytes().filter_map(|byte| DIGITS.iter().position(|&digit| digit == byte)) {
        bits = bits << 6 | digit as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    bytes
}

#[test]
fn base64_is_read() {
    assert_eq!(decoded("UXVhcnJ5IQ=="), b"Quarry!");
}
