//! The memory of the process, where the system reports it.

/// Returns the resident set size in bytes; 0 where it is unknown.
pub(crate) fn resident() -> u64 {
    // Linux reports it in pages, as the second number; all its pages of ordinary memory have this
    // size.
    const PAGE: u64 = 4096;
    let told = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    told.split_ascii_whitespace()
        .nth(1)
        .and_then(|pages| pages.parse::<u64>().ok())
        .map_or(0, |pages| pages * PAGE)
}
