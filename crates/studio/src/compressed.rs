//! Large texts that many ask for: compressed once, and sent so to every client that accepts it.

use std::io::Write;

use axum::body::Bytes;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// A JSON text, plain and compressed.
pub(crate) struct CompressedJson {
    plain: Bytes,
    gzip: Bytes,
}

impl CompressedJson {
    pub(crate) fn new(json: String) -> Self {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let gzip = encoder.write_all(json.as_bytes()).and_then(|()| encoder.finish());
        let gzip = gzip.expect("a vector takes any number of bytes").into();
        CompressedJson { plain: json.into(), gzip }
    }

    /// Answers a request with these headers.
    pub(crate) fn answer(&self, request: &HeaderMap) -> Response {
        let common =
            [(header::CONTENT_TYPE, "application/json"), (header::VARY, "accept-encoding")];
        if accepts_gzip(request) {
            (common, [(header::CONTENT_ENCODING, "gzip")], self.gzip.clone()).into_response()
        } else {
            (common, self.plain.clone()).into_response()
        }
    }
}

fn accepts_gzip(request: &HeaderMap) -> bool {
    let lists = request.get_all(header::ACCEPT_ENCODING).into_iter();
    let mut codings = lists.filter_map(|list| list.to_str().ok()).flat_map(|list| list.split(','));
    codings.any(|coding| {
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

    #[test]
    fn what_a_client_accepts_is_sent() {
        let text = "[1, 2]".repeat(100);
        let json = CompressedJson::new(text.clone());
        for (accepted, expected) in [
            (None, false),
            (Some("gzip"), true),
            (Some("br, GZIP;q=0.5"), true),
            (Some("gzip;q=0, br"), false),
            (Some("identity"), false),
        ] {
            let mut request = HeaderMap::new();
            if let Some(accepted) = accepted {
                request.insert(header::ACCEPT_ENCODING, accepted.parse().expect("a header"));
            }
            let is_gzip = json.answer(&request).headers().contains_key(header::CONTENT_ENCODING);
            assert_eq!(is_gzip, expected, "{accepted:?}");
        }
        let mut unpacked = String::new();
        GzDecoder::new(&*json.gzip).read_to_string(&mut unpacked).expect("it is gzip");
        assert_eq!(unpacked, text);
    }
}
