//! Addresses as people type them: `HOST[:PORT][/TABLE]`.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use crate::lan::PORT;

/// Where a table is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The machine and the port.
    pub place: String,
    /// The table, where the host has several.
    pub table: Option<String>,
}

/// Reads an address; one without a port gets the usual one.
///
/// # Errors
/// What is wrong with it.
pub fn read(typed: &str) -> Result<Address, String> {
    let typed = typed.trim();
    if typed.contains("://") {
        return Err(String::from(
            "an address is a machine and its port, such as 192.168.1.20:5555",
        ));
    }
    let (place, table) = match typed.split_once('/') {
        Some((place, table)) if !table.is_empty() => (place, Some(table.to_owned())),
        Some(_) => return Err(String::from("behind the / stands the name of a table")),
        None => (typed, None),
    };
    if let Ok(ip) = place.trim_matches(['[', ']']).parse::<IpAddr>() {
        let place = SocketAddr::new(ip, PORT).to_string();
        return Ok(Address { place, table });
    }
    if let Some(place) = scoped(place.trim_matches(['[', ']']), PORT) {
        return Ok(Address { place, table });
    }
    let (machine, port) = match place.rsplit_once(':') {
        Some((machine, port)) => (machine, port.parse::<u16>().ok().filter(|it| *it > 0)),
        None => (place, Some(PORT)),
    };
    let Some(port) = port else {
        return Err(format!(
            "in \"{place}\" no port from 1 to 65535 stands behind the colon"
        ));
    };
    let inner = machine
        .strip_prefix('[')
        .and_then(|it| it.strip_suffix(']'));
    if let Some(place) = scoped(inner.unwrap_or(machine), port) {
        return Ok(Address { place, table });
    }
    let is_name = !machine.contains([':', '[', ']']) && !machine.contains(char::is_whitespace);
    let fits = inner.map_or(is_name, |inner| inner.parse::<IpAddr>().is_ok());
    if machine.is_empty() || !fits {
        return Err(format!("\"{machine}\" names no machine"));
    }
    let place = format!("{machine}:{port}");
    Ok(Address { place, table })
}

/// A link-local address with its interface, such as `fe80::1%eth0`, in the form in
/// which it is looked up: in brackets if the interface is a number, else without.
fn scoped(machine: &str, port: u16) -> Option<String> {
    let (ip, interface) = machine.split_once('%')?;
    ip.parse::<Ipv6Addr>().ok()?;
    let odd = |it: char| it.is_whitespace() || matches!(it, ':' | '[' | ']' | '%');
    if interface.is_empty() || interface.contains(odd) {
        return None;
    }
    if interface.parse::<u32>().is_ok() {
        return Some(format!("[{machine}]:{port}"));
    }
    Some(format!("{machine}:{port}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_gets_the_usual_port_if_it_names_none() {
        for (typed, meant) in [
            ("192.168.1.20", "192.168.1.20:5555"),
            (" 192.168.1.20:7000 ", "192.168.1.20:7000"),
            ("table.local", "table.local:5555"),
            ("table.local:81", "table.local:81"),
            ("::1", "[::1]:5555"),
            ("[::1]", "[::1]:5555"),
            ("[::1]:81", "[::1]:81"),
            ("fe80::1%eth0", "fe80::1%eth0:5555"),
            ("[fe80::1%eth0]", "fe80::1%eth0:5555"),
            ("fe80::1%eth0:81", "fe80::1%eth0:81"),
            ("[fe80::1%eth0]:81", "fe80::1%eth0:81"),
            ("fe80::1%2", "[fe80::1%2]:5555"),
            ("[fe80::1%2]:5555", "[fe80::1%2]:5555"),
        ] {
            let place = String::from(meant);
            assert_eq!(read(typed), Ok(Address { place, table: None }));
        }
    }

    #[test]
    fn an_address_may_name_a_table() {
        let place = String::from("box:5555");
        let table = Some(String::from("2"));
        assert_eq!(read("box/2"), Ok(Address { place, table }));
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for typed in [
            "127.0.0.1:abc",
            "127.0.0.1:99999",
            "127.0.0.1:0",
            "127.0.0.1:",
            "http://box:81",
            ":81",
            "",
            "box/",
            "1::2:x:81",
            "[box]:81",
            "fe80::1%",
            "[fe80::1%]:81",
            "[box%eth0]:81",
            "fe80::1%eth0:x",
            "two words",
        ] {
            assert!(read(typed).is_err(), "{typed}");
        }
    }
}
