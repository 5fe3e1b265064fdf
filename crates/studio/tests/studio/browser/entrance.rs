//! How a browser gets in: by the printed address, by a copied one, and by a link elsewhere.

use super::{DESK, Visit};

#[test]
fn a_browser_that_was_let_in_once_comes_in_by_any_address() {
    let visit = Visit::begin(DESK);
    let shows = |hash: &str| {
        let script =
            format!("return location.hash === {hash:?} && !!document.querySelector('main h1')");
        visit.browser.until(hash, &script);
    };
    let here = visit.server.address;
    visit.go("#/jobs");
    shows("#/jobs");
    visit.browser.go("about:blank");
    visit.browser.go(&format!("http://{here}/#/learn"));
    shows("#/learn");
    // The same server under a name that the cookie is not for is another site.
    let other = format!("http://localhost:{}/", here.port());
    visit.browser.go(&other);
    let said = visit.browser.run("return document.querySelector('h1').textContent");
    assert_eq!(said, "This studio needs its token");
    visit.expect_refusal(401);
    // A link from there: the browser keeps the cookie back at first.
    visit.browser.run(&format!("location.href = 'http://{here}/#/jobs'"));
    shows("#/jobs");
    visit.expect_refusal(401);
    visit
        .browser
        .run(&format!("location.href = 'http://{here}/?token={}#/lab'", visit.server.token));
    shows("#/lab");
}
