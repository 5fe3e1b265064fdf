//! Who is let in, and for how long somebody may say nothing.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::client::Server;

#[test]
fn the_printed_address_lets_a_browser_in_and_nothing_else_does() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::at(folder.path());
    let none = ("authorization", "");
    for (method, path) in [("GET", "/"), ("GET", "/api/jobs"), ("GET", "/app/main.js")] {
        assert_eq!(server.send(method, path, &[none], b"").status, 401, "{path}");
    }
    assert_eq!(server.send("DELETE", "/api/jobs/1", &[none], b"").status, 401);
    let said = server.send("GET", "/api/jobs", &[none], b"").value();
    assert!(said["error"]["message"].as_str().unwrap().contains("Authorization: token"));
    // A person gets a page, which asks again if a link elsewhere led to it.
    let page = [none, ("accept", "text/html,*/*")];
    let link = [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
    let followed = [&page[..], &link, &[("sec-fetch-dest", "document")]].concat();
    for (headers, again) in [(&page[..], false), (&followed[..], true)] {
        let closed = server.send("GET", "/", headers, b"");
        assert_eq!(closed.status, 401);
        assert!(closed.text().contains("<h1>This studio needs its token</h1>"));
        assert_eq!(closed.text().contains("location.replace"), again);
    }
    assert_eq!(server.send("GET", "/?token=0123", &page, b"").status, 401);

    let opened = server.send("GET", &format!("/?token={}", server.token), &page, b"");
    assert_eq!((opened.status, opened.header("location")), (303, Some("/")));
    let cookie = opened.header("set-cookie").unwrap();
    assert!(cookie.contains("; httponly; samesite=strict; path=/"), "{cookie}");
    let cookie = ("cookie", cookie.split(';').next().unwrap());
    assert_eq!(server.send("GET", "/", &[none, cookie], b"").status, 200);
    // The browser that has the cookie comes in again after a restart, if the port is the same.
    let token = server.token.clone();
    drop(server);
    assert_eq!(Server::at(folder.path()).token, token);
}

/// Many connections with half a head, or half a body: all are closed, and meanwhile others are
/// answered.
#[test]
fn who_says_nothing_is_sent_away() {
    let server = Server::open();
    let head = format!("POST /api/open HTTP/1.1\r\nhost: {}\r\n", server.address);
    let token = format!("authorization: token {}\r\n", server.token);
    let body = "content-type: application/json\r\ncontent-length: 100\r\n\r\n{\"text\": ";
    let whole = format!("{head}{token}{body}");
    let begun = Instant::now();
    let speak = |words: &str| {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(40))).unwrap();
        stream.write_all(words.as_bytes()).unwrap();
        stream
    };
    let heads: Vec<TcpStream> = (0..200).map(|_| speak(&head)).collect();
    let silent = speak("");
    let answered =
        speak(&format!("GET /api/about HTTP/1.1\r\nhost: {}\r\n{token}\r\n", server.address));
    let bodies: Vec<TcpStream> = (0..10).map(|_| speak(&whole)).collect();
    assert_eq!(server.get("/api/about").status, 200);
    for mut stream in heads.into_iter().chain([silent, answered]) {
        let _ = stream.read_to_end(&mut Vec::new());
    }
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
    for mut stream in bodies {
        let mut reply = String::new();
        let _ = stream.read_to_string(&mut reply);
        assert!(reply.starts_with("HTTP/1.1 408 "), "{reply}");
    }
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

#[cfg(unix)]
#[test]
fn what_is_kept_is_private() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    // As an earlier version left it.
    let kept = folder.path().join("runs.jobs");
    std::fs::create_dir(&kept).unwrap();
    std::fs::set_permissions(&kept, std::fs::Permissions::from_mode(0o755)).unwrap();
    let server = Server::at(folder.path());
    let text = server.example("samegame/table1-5x5-3");
    let id = server.job(&text, "greedy", &serde_json::json!({}));
    server.events(&format!("/api/jobs/{id}/events"), 0, "end");
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&kept) & 0o777, 0o700);
    let files: Vec<_> = std::fs::read_dir(&kept).unwrap().map(|file| file.unwrap()).collect();
    assert!(files.len() >= 2, "{files:?}");
    for file in files {
        assert_eq!(mode(&file.path()) & 0o777, 0o600, "{file:?}");
    }
}
