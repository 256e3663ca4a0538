//! A pulled cable is noticed within half a minute, not after hours.

use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};
use tokio::net::TcpStream;

/// Sends small lines at once, and asks the other side for signs of life. Where
/// the system knows no such setting, the idle limit is left.
pub fn enliven(stream: &TcpStream) {
    let _ = stream.set_nodelay(true);
    let socket = SockRef::from(stream);
    let signs = TcpKeepalive::new()
        .with_time(Duration::from_secs(10))
        .with_interval(Duration::from_secs(5));
    let _ = socket.set_tcp_keepalive(&signs);
    #[cfg(target_os = "linux")]
    let _ = socket.set_tcp_user_timeout(Some(Duration::from_secs(25)));
}
