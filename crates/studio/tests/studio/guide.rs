//! The guide's requests: every `http` block of the studio's chapter is sent, in order, and must
//! succeed.

use serde_json::Value;

use crate::client::Server;

const CHAPTER: &str = include_str!("../../../../docs/guide/studio.md");

#[test]
fn every_request_of_the_chapter_is_answered() {
    let server = Server::open();
    let blocks = CHAPTER.split("```http\n").skip(1).filter_map(|block| block.split("```").next());
    let mut sent = 0;
    for block in blocks {
        let (line, body) = block.split_once('\n').unwrap_or((block, ""));
        let reply = match line.split_once(' ').expect("a method and a path") {
            ("GET", path) => server.get(path),
            ("POST", path) => {
                let body: Value =
                    serde_json::from_str(body).unwrap_or_else(|error| panic!("{block}: {error}"));
                server.post(path, &body)
            }
            _ => panic!("expected GET or POST: {line}"),
        };
        assert_eq!(reply.status, 200, "{block}: {}", reply.text());
        sent += 1;
    }
    assert!(sent > 5, "{sent} requests");
}
