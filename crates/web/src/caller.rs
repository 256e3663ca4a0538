//! Where a request comes from.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::HeaderMap;
use ipnet::IpNet;

/// The address a request comes from; the server puts it among the extensions of every
/// request. Behind a proxy that is trusted it is the one that the proxy names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Caller(pub IpAddr);

/// Among the extensions of requests that a trusted proxy brings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trusted;

impl Caller {
    /// The last address in `X-Forwarded-For` that no trusted proxy has, if the one at
    /// the other end is trusted: what stands before it may be anybody's invention.
    pub(crate) fn of(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> Self {
        let mut caller = peer.to_canonical();
        let named = headers.get_all("x-forwarded-for").iter().rev();
        let named = named.filter_map(|value| value.to_str().ok());
        for address in named.flat_map(|value| value.rsplit(',')) {
            if !is_trusted(caller, trusted) {
                break;
            }
            let Ok(address) = address.trim().parse::<IpAddr>() else {
                break;
            };
            caller = address.to_canonical();
        }
        Self(caller)
    }

    /// Who is counted together: an IPv4 address, or a network of IPv6, of which anybody
    /// has as many addresses as they like.
    pub(crate) fn household(self) -> IpAddr {
        match self.0 {
            IpAddr::V4(_) => self.0,
            IpAddr::V6(address) => {
                let network = address.to_bits() >> 64 << 64;
                IpAddr::V6(Ipv6Addr::from_bits(network))
            }
        }
    }
}

/// Whether an address is a proxy of ours.
pub(crate) fn is_trusted(address: IpAddr, trusted: &[IpNet]) -> bool {
    let address = address.to_canonical();
    trusted.iter().any(|network| network.contains(&address))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(peer: &str, forwarded: &[&str], trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        let trusted: Vec<IpNet> = trusted.iter().map(|it| it.parse().unwrap()).collect();
        let caller = Caller::of(peer.parse().unwrap(), &headers, &trusted);
        caller.0.to_string()
    }

    #[test]
    fn a_stranger_cannot_say_that_it_is_somebody_else() {
        let proxy = ["10.0.0.0/8"];
        assert_eq!(caller("1.2.3.4", &["5.6.7.8"], &proxy), "1.2.3.4");
        assert_eq!(caller("10.0.0.1", &["5.6.7.8"], &proxy), "5.6.7.8");
        let invented = ["9.9.9.9, 5.6.7.8"];
        assert_eq!(caller("10.0.0.1", &invented, &proxy), "5.6.7.8");
        assert_eq!(
            caller("10.0.0.1", &["9.9.9.9", "5.6.7.8"], &proxy),
            "5.6.7.8"
        );
    }

    #[test]
    fn proxies_may_stand_behind_each_other() {
        let proxies = ["10.0.0.0/8", "2001:db8::/32"];
        let road = ["9.9.9.9, 5.6.7.8, 10.0.0.2"];
        assert_eq!(caller("10.0.0.1", &road, &proxies), "5.6.7.8");
        assert_eq!(caller("2001:db8::1", &["5.6.7.8"], &proxies), "5.6.7.8");
        assert_eq!(caller("::ffff:10.0.0.1", &["5.6.7.8"], &proxies), "5.6.7.8");
    }

    #[test]
    fn what_is_no_address_is_nobody() {
        let proxy = ["10.0.0.0/8"];
        for nonsense in ["", "unknown", "5.6.7.8, x", "5.6.7.8:80"] {
            assert_eq!(caller("10.0.0.1", &[nonsense], &proxy), "10.0.0.1");
        }
        assert_eq!(caller("10.0.0.1", &[], &proxy), "10.0.0.1");
    }

    #[test]
    fn a_network_of_ipv6_is_one_household() {
        let household = |text: &str| Caller(text.parse().unwrap()).household().to_string();
        assert_eq!(household("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(household("1.2.3.4"), "1.2.3.4");
    }
}
