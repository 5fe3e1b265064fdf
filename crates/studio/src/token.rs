//! The token: 128 random bits that every request must bring.
//!
//! On loopback it is kept in a private file, so that a browser that was let in once comes in again
//! after a restart. On other addresses it travels over the network, and each start has a new one.

use std::path::Path;
use std::{fs, io};

use crate::private;

const FILE: &str = "token";
const LENGTH: usize = 32;

/// What a request must bring to be answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

impl Token {
    pub(crate) fn new() -> io::Result<Self> {
        let mut bytes = [0; LENGTH / 2];
        getrandom::fill(&mut bytes).map_err(io::Error::from)?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Returns the token of a folder, which gets one if it has none that nobody else could read.
    pub(crate) fn kept_in(folder: &Path) -> io::Result<Self> {
        let file = folder.join(FILE);
        if private::is_private(&file)
            && let Ok(text) = fs::read_to_string(&file)
            && text.len() == LENGTH
            && text.bytes().all(|byte| byte.is_ascii_hexdigit())
        {
            return Ok(Token(text));
        }
        let token = Token::new()?;
        // Where nothing can be written, the token is that of this start.
        let _ = private::create_folder(folder).and_then(|()| private::replace(&file, &token.0));
        Ok(token)
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Compares in a time that says nothing about where a guess is wrong.
    pub(crate) fn is(&self, given: &str) -> bool {
        given.len() == self.0.len()
            && given.bytes().zip(self.0.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_keeps_its_token_unless_others_could_read_it() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let inside = folder.path().join("jobs");
        let token = Token::kept_in(&inside).expect("random bits");
        assert_eq!(Token::kept_in(&inside).expect("a file"), token);
        assert!(token.is(token.as_str()) && !token.is("") && !token.is(&"0".repeat(LENGTH)));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let file = inside.join(FILE);
            let mode = |path: &Path| fs::metadata(path).expect("it is").permissions().mode();
            assert_eq!((mode(&inside) & 0o777, mode(&file) & 0o777), (0o700, 0o600));
            fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("it is ours");
            assert_ne!(Token::kept_in(&inside).expect("random bits"), token);
            assert_eq!(mode(&file) & 0o777, 0o600);
        }
        assert_ne!(Token::new().expect("random bits"), Token::new().expect("random bits"));
    }
}
