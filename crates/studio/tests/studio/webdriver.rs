//! As much of the WebDriver protocol as the tests need, spoken to the system's ChromeDriver.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A browser window of its own.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

/// How long the page has for anything.
const PATIENCE: Duration = Duration::from_secs(30);

impl Browser {
    pub(crate) fn open(width: u32, height: u32) -> Browser {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("`cargo xtask test` installs chromium-driver");
        let output = BufReader::new(driver.stdout.take().unwrap());
        let mut lines = output.lines();
        let port = lines
            .find_map(|line| line.unwrap().rsplit_once("on port ")?.1.trim_end_matches('.').parse().ok())
            .expect("the driver says its port");
        // Whoever no longer listens ends a program that goes on talking.
        std::thread::spawn(move || lines.for_each(drop));
        let mut browser = Browser { driver, port, session: String::new() };
        let arguments = [
            "--headless=new".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-gpu".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--force-device-scale-factor=1".to_owned(),
            format!("--window-size={width},{height}"),
        ];
        // The window of a headless browser is never narrower than 500 points; emulation is.
        let device = json!({"deviceMetrics": {"width": width, "height": height, "pixelRatio": 1.0, "touch": width < 600}});
        let options = json!({"args": arguments, "mobileEmulation": device});
        let wanted = json!({"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL"}}}});
        let opened = browser.command("POST", "/session", &wanted);
        browser.session =
            opened["sessionId"].as_str().unwrap_or_else(|| panic!("no session: {opened}")).to_owned();
        browser
    }

    fn command(&self, method: &str, path: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let body = if method == "POST" { body.to_string() } else { String::new() };
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        )
        .unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let body = reply.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        let value: Value =
            serde_json::from_str(body).unwrap_or_else(|error| panic!("{path}: {error}: {reply}"));
        value["value"].clone()
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        self.command(method, &format!("/session/{}{path}", self.session), body)
    }

    pub(crate) fn go(&self, url: &str) {
        self.ask("POST", "/url", &json!({"url": url}));
    }

    pub(crate) fn reload(&self) {
        self.ask("POST", "/refresh", &json!({}));
    }

    /// What a script returns; its arguments are `arguments[0]` and so on.
    pub(crate) fn run(&self, script: &str, arguments: &Value) -> Value {
        self.ask("POST", "/execute/sync", &json!({"script": script, "args": arguments}))
    }

    /// Waits until a script returns something that is true.
    pub(crate) fn until(&self, what: &str, script: &str) -> Value {
        let begun = Instant::now();
        loop {
            let value = self.run(script, &json!([]));
            if !matches!(value, Value::Null | Value::Bool(false)) && value["error"].is_null() {
                return value;
            }
            if begun.elapsed() > PATIENCE {
                let shown = self.run("return document.body.innerText", &json!([]));
                panic!("waited for {what} in vain: {value}; the page says {shown}");
            }
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// The element of a selector, as soon as there is one.
    fn element(&self, selector: &str) -> String {
        self.until(selector, &format!("return !!document.querySelector({})", json!(selector)));
        let found = self.ask("POST", "/element", &json!({"using": "css selector", "value": selector}));
        let key = "element-6066-11e4-a52e-4f735466cecf";
        found[key].as_str().unwrap_or_else(|| panic!("{selector}: {found}")).to_owned()
    }

    /// Clicks as a person would: where the element is, if nothing lies above it.
    pub(crate) fn click(&self, selector: &str) {
        let begun = Instant::now();
        loop {
            let element = self.element(selector);
            let answer = self.ask("POST", &format!("/element/{element}/click"), &json!({}));
            if answer.is_null() {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{selector} cannot be clicked: {answer}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Types into whatever has the focus.
    pub(crate) fn keys(&self, text: &str) {
        let key = |c: char| [json!({"type": "keyDown", "value": c}), json!({"type": "keyUp", "value": c})];
        let keys: Vec<Value> = text.chars().flat_map(key).collect();
        self.ask(
            "POST",
            "/actions",
            &json!({"actions": [{"type": "key", "id": "keyboard", "actions": keys}]}),
        );
    }

    pub(crate) fn text(&self, selector: &str) -> String {
        let element = self.element(selector);
        self.ask("GET", &format!("/element/{element}/text"), &json!(null))
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// A picture of the window, kept as test output.
    pub(crate) fn photograph(&self, file: &Path) {
        let picture = self.ask("GET", "/screenshot", &json!(null));
        let bytes = decoded(picture.as_str().expect("a picture"));
        std::fs::create_dir_all(file.parent().expect("a folder")).unwrap();
        std::fs::write(file, bytes).unwrap();
    }

    /// What the page complained of on the console.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let log = self.ask("POST", "/se/log", &json!({"type": "browser"}));
        let entries = log.as_array().cloned().unwrap_or_default();
        let serious =
            entries.iter().filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING");
        serious.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.ask("DELETE", "", &json!(null));
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Base64, as pictures come.
fn decoded(text: &str) -> Vec<u8> {
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
