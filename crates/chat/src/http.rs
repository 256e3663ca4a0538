//! The client with which the platforms are called.

use std::time::Duration;

/// How long a platform may take for one call.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A client that checks certificates against those of the machine.
pub fn client() -> reqwest::Client {
    // Fails only if somebody installed one before, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = reqwest::Client::builder()
        .connect_timeout(Duration::from_secs(10))
        .timeout(PATIENCE)
        .user_agent(concat!("parlour/", env!("CARGO_PKG_VERSION")));
    builder.build().unwrap_or_default()
}
