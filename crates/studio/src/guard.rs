//! Access control. A page of another site can make a browser send requests here, or point its own
//! host name at this machine; both are detected by headers that browsers set and pages cannot
//! change. On addresses other than loopback, everyone needs the token.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};

use crate::problem::Problem;

const COOKIE: &str = "quarry_token";

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
    frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// Data that a request is checked against.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    address: SocketAddr,
    token: Option<Arc<str>>,
}

impl Guard {
    pub(crate) fn at(address: SocketAddr) -> io::Result<Self> {
        let token = if address.ip().is_loopback() { None } else { Some(token()?.into()) };
        Ok(Guard { address, token })
    }

    pub(crate) fn url(&self) -> String {
        let token = self.token.as_ref().map_or(String::new(), |token| format!("?token={token}"));
        format!("http://{}/{token}", self.address)
    }

    /// Whether a host names this server: by its address, or on loopback by name.
    fn is_us(&self, host: &str) -> bool {
        if self.token.is_some() {
            // With a token any host name is allowed: the token grants access.
            return true;
        }
        let port = self.address.port();
        let names = ["127.0.0.1", "localhost", "[::1]"];
        names.iter().any(|name| host == format!("{name}:{port}"))
            || port == 80 && names.contains(&host)
    }

    fn admits(&self, method: &Method, headers: &HeaderMap) -> Result<(), Problem> {
        let refuse = |message: &str| Err(Problem::new(StatusCode::FORBIDDEN, message));
        let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        if !text(header::HOST).is_some_and(|host| self.is_us(host)) {
            return refuse("this server only answers under its own address");
        }
        let is_reading = matches!(*method, Method::GET | Method::HEAD);
        if let Some(origin) = text(header::ORIGIN) {
            let host = origin.strip_prefix("http://").unwrap_or_default();
            if !self.is_us(host) || Some(host) != text(header::HOST) {
                return refuse("another site's page may not use this server");
            }
        }
        if !is_reading
            && text(header::HeaderName::from_static("sec-fetch-site")) == Some("cross-site")
        {
            return refuse("another site's page may not use this server");
        }
        match &self.token {
            Some(token) if !has_cookie(headers, token) => Err(Problem::new(
                StatusCode::UNAUTHORIZED,
                "open the address that the program printed, with its token",
            )),
            _ => Ok(()),
        }
    }

    /// Whether the address contains the token.
    fn is_introduced(&self, uri: &Uri) -> bool {
        let given = uri.query().and_then(|query| query.strip_prefix("token="));
        self.token.as_deref().is_some_and(|token| Some(token) == given)
    }
}

/// Returns 128 random bits.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::from)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn has_cookie(headers: &HeaderMap, token: &str) -> bool {
    let cookies =
        headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    cookies.flat_map(|list| list.split(';')).any(|one| one.trim() == format!("{COOKIE}={token}"))
}

/// Admits or rejects a request, and sets the headers that restrict what pages from here may do.
pub(crate) async fn stand(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = if request.uri().path() == "/" && guard.is_introduced(request.uri()) {
        let token = guard.token.as_deref().unwrap_or_default();
        let cookie = format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/");
        ([(header::SET_COOKIE, cookie)], Redirect::to("/")).into_response()
    } else {
        match guard.admits(request.method(), request.headers()) {
            Ok(()) => next.run(request).await,
            Err(problem) => problem.into_response(),
        }
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(guard: &Guard, method: &Method, pairs: &[(&'static str, &str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        guard.admits(method, &headers).is_ok()
    }

    #[test]
    fn on_loopback_only_our_own_pages_may_write() {
        let guard = Guard::at("127.0.0.1:8123".parse().unwrap()).unwrap();
        assert_eq!(guard.url(), "http://127.0.0.1:8123/");
        let here = ("host", "localhost:8123");
        assert!(asked(&guard, &Method::GET, &[here]));
        assert!(asked(&guard, &Method::POST, &[here]), "a program without a page");
        assert!(asked(&guard, &Method::POST, &[here, ("origin", "http://localhost:8123")]));
        assert!(!asked(&guard, &Method::GET, &[]), "no host at all");
        assert!(!asked(&guard, &Method::GET, &[("host", "rebound.example:8123")]));
        assert!(!asked(&guard, &Method::GET, &[("host", "localhost:9000")]));
        for origin in [
            "http://evil.example",
            "null",
            "http://localhost:8124",
            "https://localhost:8123",
            "http://127.0.0.1:8123",
        ] {
            assert!(!asked(&guard, &Method::POST, &[here, ("origin", origin)]), "{origin}");
        }
        assert!(!asked(&guard, &Method::POST, &[here, ("sec-fetch-site", "cross-site")]));
    }

    #[test]
    fn elsewhere_the_token_opens_the_door() {
        let guard = Guard::at("0.0.0.0:8123".parse().unwrap()).unwrap();
        let token = guard.token.clone().unwrap();
        assert_eq!(token.len(), 32);
        let here = ("host", "lab.example:8123");
        assert!(!asked(&guard, &Method::GET, &[here]));
        assert!(!asked(&guard, &Method::GET, &[here, ("cookie", "quarry_token=0123")]));
        let cookie = format!("a=b; quarry_token={token}");
        assert!(asked(&guard, &Method::GET, &[here, ("cookie", &cookie)]));
        assert!(!asked(
            &guard,
            &Method::POST,
            &[here, ("cookie", &cookie), ("origin", "http://evil.example")]
        ));
        assert!(guard.is_introduced(&format!("/?token={token}").parse().unwrap()));
        assert!(!guard.is_introduced(&"/?token=".parse().unwrap()));
        assert_ne!(
            Guard::at("0.0.0.0:8123".parse().unwrap()).unwrap().token,
            Some(token),
            "each has its own"
        );
    }
}
