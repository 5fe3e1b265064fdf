//! Access control. Everyone needs the token: on loopback too, since other users of the machine
//! reach it. The opened address brings it, and the browser keeps it as a cookie that no other
//! site's page can make it send.
//!
//! A page of another site can make a browser send requests here, or point its own host name at this
//! machine; both are detected by headers that browsers set and pages cannot change.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};

use crate::problem::Problem;
use crate::token::Token;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
    frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// Policy of the page for those without a token: it is alone, and loads nothing.
const CLOSED_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Seconds that a browser keeps the token.
const KEPT: u32 = 30 * 24 * 3_600;

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// Data that a request is checked against.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    address: SocketAddr,
    token: Arc<Token>,
}

impl Guard {
    pub(crate) fn new(address: SocketAddr, token: Token) -> Self {
        Guard { address, token: Arc::new(token) }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/?token={}", self.address, self.token.as_str())
    }

    /// Name of the cookie: browsers do not tell the ports of a host apart.
    fn cookie(&self) -> String {
        format!("quarry_token_{}", self.address.port())
    }

    /// Whether a host names this server: on loopback by an address or a name of this machine, which
    /// nobody else can point here. Elsewhere the machine may have any name.
    fn is_us(&self, host: &str) -> bool {
        if !self.address.ip().is_loopback() {
            return true;
        }
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let is_ours = match name.trim_matches(['[', ']']).parse::<IpAddr>() {
            Ok(address) => address.is_loopback(),
            Err(_) => name == "localhost" || name.ends_with(".localhost"),
        };
        is_ours && port == Some(self.address.port())
    }

    fn admits(&self, method: &Method, headers: &HeaderMap) -> Result<(), Problem> {
        let refuse = |message: &str| Err(Problem::new(StatusCode::FORBIDDEN, message));
        let host = text(headers, header::HOST);
        if !host.is_some_and(|host| self.is_us(host)) {
            return refuse("this server only answers under its own address");
        }
        let is_foreign = text(headers, header::ORIGIN)
            .is_some_and(|origin| origin.strip_prefix("http://").is_none_or(|it| Some(it) != host));
        if is_foreign || comes_from_elsewhere(headers) && !is_navigation(method, headers) {
            return refuse("another site's page may not use this server");
        }
        if self.is_known(headers) {
            return Ok(());
        }
        Err(Problem::new(
            StatusCode::UNAUTHORIZED,
            "this studio needs its token: open the address that it printed when it started, or \
             send the header `Authorization: token ...` with the token of that address",
        ))
    }

    /// Whether a request brings the token, as a cookie or, from a program, as a header.
    fn is_known(&self, headers: &HeaderMap) -> bool {
        let given = text(headers, header::AUTHORIZATION).and_then(|it| it.strip_prefix("token "));
        if given.is_some_and(|given| self.token.is(given.trim())) {
            return true;
        }
        let name = self.cookie();
        let lists = headers.get_all(header::COOKIE).into_iter();
        let mut cookies =
            lists.filter_map(|list| list.to_str().ok()).flat_map(|list| list.split(';'));
        cookies.any(|cookie| {
            let (known, value) = cookie.trim().split_once('=').unwrap_or_default();
            known == name && self.token.is(value)
        })
    }

    /// Whether the address contains the token.
    fn is_introduced(&self, uri: &Uri) -> bool {
        let given = uri.query().and_then(|query| query.strip_prefix("token="));
        uri.path() == "/" && given.is_some_and(|given| self.token.is(given))
    }
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Whether a browser says that another site's page, or another port of this machine, asks.
fn comes_from_elsewhere(headers: &HeaderMap) -> bool {
    text(headers, FETCH_SITE).is_some_and(|site| !matches!(site, "same-origin" | "none"))
}

/// Whether a browser opens an address in a window of its own.
fn is_navigation(method: &Method, headers: &HeaderMap) -> bool {
    *method == Method::GET
        && text(headers, FETCH_MODE) == Some("navigate")
        && text(headers, FETCH_DEST) == Some("document")
}

/// The page for people without a token. A browser that follows another site's link keeps the cookie
/// back; a script of this page asks again, and then the browser sends it.
fn closed(problem: Problem, headers: &HeaderMap, uri: &Uri) -> Response {
    let wants_page = text(headers, header::ACCEPT).is_some_and(|kinds| kinds.contains("text/html"));
    let mut response = if wants_page && !uri.path().starts_with("/api/") {
        let again = if comes_from_elsewhere(headers) {
            "<script>location.replace(\"/?\" + location.hash)</script>"
        } else {
            ""
        };
        let page = format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\">\
             <title>Quarry's studio needs its token</title>{again}</head><body>\n\
             <h1>This studio needs its token</h1>\n\
             <p>Open the address that <code>quarry studio</code> printed in its terminal. It ends \
             in <code>?token=</code> and the token. This browser then keeps the token, and all \
             addresses of the studio work in it.</p>\n\
             <p>Programs send the token in a header: <code>Authorization: token ...</code></p>\n\
             </body></html>\n"
        );
        let headers = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8"),
            (header::CONTENT_SECURITY_POLICY, CLOSED_POLICY),
        ];
        (StatusCode::UNAUTHORIZED, headers, page).into_response()
    } else {
        problem.into_response()
    };
    response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("token"));
    response
}

/// Admits or rejects a request, and sets the headers that restrict what pages from here may do.
pub(crate) async fn stand(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let (method, headers, uri) = (request.method(), request.headers(), request.uri());
    let mut response = match guard.admits(method, headers) {
        Err(problem) if problem.status() != StatusCode::UNAUTHORIZED => problem.into_response(),
        _ if guard.is_introduced(uri) => {
            let (name, token) = (guard.cookie(), guard.token.as_str());
            let cookie =
                format!("{name}={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age={KEPT}");
            ([(header::SET_COOKIE, cookie)], Redirect::to("/")).into_response()
        }
        Err(problem) => closed(problem, headers, uri),
        Ok(()) => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(address: &str) -> Guard {
        Guard::new(address.parse().expect("an address"), Token::new().expect("random bits"))
    }

    /// Returns the status that a request with these headers and the token gets.
    fn asked(guard: &Guard, method: &Method, pairs: &[(&'static str, &str)]) -> StatusCode {
        let mut headers = HeaderMap::new();
        let cookie = format!("a=b; {}={}", guard.cookie(), guard.token.as_str());
        for (name, value) in pairs.iter().chain(&[("cookie", &*cookie)]) {
            headers.append(*name, value.parse().expect("a header"));
        }
        guard.admits(method, &headers).map_or_else(|problem| problem.status(), |()| StatusCode::OK)
    }

    #[test]
    fn on_loopback_only_our_own_pages_may_ask() {
        let guard = guard("127.0.0.1:8123");
        let (yes, no) = (StatusCode::OK, StatusCode::FORBIDDEN);
        let here = ("host", "localhost:8123");
        for method in [Method::GET, Method::POST] {
            let asks = |pairs: &[(&'static str, &str)]| asked(&guard, &method, pairs);
            assert_eq!(asks(&[here]), yes, "a program without a page");
            assert_eq!(asks(&[here, ("origin", "http://localhost:8123")]), yes);
            assert_eq!(asks(&[]), no, "no host at all");
            for origin in [
                "http://evil.example",
                "null",
                "http://localhost:8124",
                "https://localhost:8123",
                "http://127.0.0.1:8123",
            ] {
                assert_eq!(asks(&[here, ("origin", origin)]), no, "{origin}");
            }
            for site in ["cross-site", "same-site"] {
                assert_eq!(asks(&[here, ("sec-fetch-site", site)]), no, "{site}");
            }
        }
        let opened = [here, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
        let window = [&opened[..], &[("sec-fetch-dest", "document")]].concat();
        assert_eq!(asked(&guard, &Method::GET, &window), yes, "a link is followed");
        assert_eq!(asked(&guard, &Method::POST, &window), no, "a form is not sent");
        let frame = [&opened[..], &[("sec-fetch-dest", "iframe")]].concat();
        assert_eq!(asked(&guard, &Method::GET, &frame), no);
    }

    #[test]
    fn a_server_on_loopback_has_the_names_that_only_loopback_has() {
        for address in ["127.0.0.1:8123", "127.0.0.2:8123", "[::1]:8123"] {
            let guard = guard(address);
            let hosts = [address, "127.0.0.1:8123", "localhost:8123", "[::1]:8123"];
            for host in hosts.into_iter().chain(["quarry.localhost:8123"]) {
                assert!(guard.is_us(host), "{host} at {address}");
            }
            for host in
                ["rebound.example:8123", "localhost:9000", "localhost", "localhost.example:8123"]
            {
                assert!(!guard.is_us(host), "{host} at {address}");
            }
        }
        assert!(guard("127.0.0.1:80").is_us("localhost") && guard("[::1]:80").is_us("[::1]"));
        assert!(guard("0.0.0.0:8123").is_us("lab.example:8123"));
    }

    #[test]
    fn the_token_opens_every_door() {
        for address in ["127.0.0.1:8123", "0.0.0.0:8123"] {
            let guard = guard(address);
            let token = guard.token.as_str().to_owned();
            assert!(guard.url().ends_with(&format!("/?token={token}")));
            let status = |name: HeaderName, value: &str| {
                let mut headers = HeaderMap::new();
                headers.insert(header::HOST, HeaderValue::from_static("localhost:8123"));
                headers.insert(name, value.parse().expect("a header"));
                guard.admits(&Method::GET, &headers).err().map(|problem| problem.status())
            };
            let closed = Some(StatusCode::UNAUTHORIZED);
            assert_eq!(status(header::ACCEPT, "*/*"), closed);
            assert_eq!(status(header::COOKIE, "quarry_token_8123=0123"), closed);
            assert_eq!(status(header::COOKIE, &format!("quarry_token_8124={token}")), closed);
            assert_eq!(status(header::COOKIE, &format!("quarry_token_8123={token}")), None);
            assert_eq!(status(header::AUTHORIZATION, &format!("token {token}")), None);
            assert_eq!(status(header::AUTHORIZATION, "token 0123"), closed);
            assert!(guard.is_introduced(&format!("/?token={token}").parse().expect("a path")));
            assert!(!guard.is_introduced(&"/?token=".parse().expect("a path")));
        }
    }
}
