//! Texts that many ask for: compressed once, sent so to every client that accepts it, and not sent
//! again to one that has them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// A text of one media type, plain and compressed.
pub(crate) struct CompressedText {
    kind: &'static str,
    /// Names the content.
    tag: String,
    plain: Bytes,
    gzip: Bytes,
}

impl CompressedText {
    pub(crate) fn new(kind: &'static str, text: impl Into<Bytes>) -> Self {
        let plain = text.into();
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let gzip = encoder.write_all(&plain).and_then(|()| encoder.finish());
        let gzip = gzip.expect("a vector takes any number of bytes").into();
        let mut hasher = DefaultHasher::new();
        plain.hash(&mut hasher);
        // Weak, since both forms have the same.
        let tag = format!("W/\"{:016x}-{}\"", hasher.finish(), plain.len());
        CompressedText { kind, tag, plain, gzip }
    }

    /// Answers a request with these headers. A browser keeps the text, and asks each time whether
    /// it is still the same.
    pub(crate) fn answer(&self, request: &HeaderMap) -> Response {
        let common = [
            (header::CACHE_CONTROL, "private, no-cache"),
            (header::VARY, "accept-encoding"),
            (header::ETAG, &*self.tag),
        ];
        if lists(request, header::IF_NONE_MATCH).any(|tag| tag == self.tag) {
            return (StatusCode::NOT_MODIFIED, common).into_response();
        }
        let kind = [(header::CONTENT_TYPE, self.kind)];
        if accepts_gzip(request) {
            let coding = [(header::CONTENT_ENCODING, "gzip")];
            (common, kind, coding, self.gzip.clone()).into_response()
        } else {
            (common, kind, self.plain.clone()).into_response()
        }
    }
}

/// Returns the parts of all headers of a name whose values are lists.
fn lists(request: &HeaderMap, name: header::HeaderName) -> impl Iterator<Item = &str> {
    let lists = request.get_all(name).into_iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).map(str::trim)
}

fn accepts_gzip(request: &HeaderMap) -> bool {
    lists(request, header::ACCEPT_ENCODING).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f64>);
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_ok_and(|weight| weight > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    fn answered(text: &CompressedText, name: header::HeaderName, value: &str) -> Response {
        text.answer(&HeaderMap::from_iter([(name, value.parse().expect("a header"))]))
    }

    #[test]
    fn what_a_client_accepts_is_sent() {
        let text = "[1, 2]".repeat(100);
        let json = CompressedText::new("application/json", text.clone());
        for (accepted, expected) in
            [("gzip", true), ("br, GZIP;q=0.5", true), ("gzip;q=0, br", false), ("identity", false)]
        {
            let reply = answered(&json, header::ACCEPT_ENCODING, accepted);
            let is_gzip = reply.headers().contains_key(header::CONTENT_ENCODING);
            assert_eq!(is_gzip, expected, "{accepted:?}");
        }
        let plain = json.answer(&HeaderMap::new());
        assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
        let mut unpacked = String::new();
        GzDecoder::new(&*json.gzip).read_to_string(&mut unpacked).expect("it is gzip");
        assert_eq!(unpacked, text);
    }

    #[test]
    fn what_a_client_has_is_not_sent_again() {
        let text = CompressedText::new("text/css", "a {}");
        let tag = text.answer(&HeaderMap::new()).headers()[header::ETAG].clone();
        let tag = tag.to_str().expect("it is ASCII");
        let other = CompressedText::new("text/css", "b {}").tag;
        for (known, status) in [
            (tag, StatusCode::NOT_MODIFIED),
            (&format!("\"x\", {tag}"), StatusCode::NOT_MODIFIED),
            (&*other, StatusCode::OK),
        ] {
            assert_eq!(answered(&text, header::IF_NONE_MATCH, known).status(), status, "{known}");
        }
    }
}
