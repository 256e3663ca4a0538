//! By which addresses others reach this machine, the likeliest first: a link and its code
//! name one.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// The addresses others may reach this machine by; at least its own for itself.
pub fn addresses() -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let interfaces = interfaces.iter().filter(|it| !it.is_loopback());
    let found: Vec<(String, IpAddr)> = interfaces
        .map(|it| (it.name.clone(), it.ip()))
        .filter(|(_, ip)| match ip {
            IpAddr::V4(ip) => !ip.is_link_local(),
            IpAddr::V6(ip) => !ip.is_unicast_link_local(),
        })
        .collect();
    // Addresses that are for documents: whatever would be sent there takes the usual way.
    let far = [
        IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)),
        IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1)),
    ];
    let usual: Vec<IpAddr> = far.into_iter().filter_map(way_to).collect();
    let mut found = likeliest_first(found, &usual);
    if found.is_empty() {
        found.push(IpAddr::V4(Ipv4Addr::LOCALHOST));
    }
    found
}

/// From which of our addresses something would be sent there. Nothing is sent.
fn way_to(there: IpAddr) -> Option<IpAddr> {
    let any: IpAddr = match there {
        IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    let socket = UdpSocket::bind((any, 0)).ok()?;
    socket.connect(SocketAddr::new(there, 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// What interfaces are called that lead to containers and virtual machines of this
/// machine, or through a tunnel out of the network.
const WITHIN: [&str; 12] = [
    "docker",
    "br-",
    "veth",
    "virbr",
    "vmnet",
    "vboxnet",
    "cni",
    "podman",
    "tun",
    "tap",
    "wg",
    "tailscale",
];

/// Without those twice that have several names. Interfaces of the network come before
/// those that lead elsewhere, the usual way comes first, and before addresses that nobody
/// likes to type those of the old kind.
fn likeliest_first(found: Vec<(String, IpAddr)>, usual: &[IpAddr]) -> Vec<IpAddr> {
    let mut ranked: Vec<((bool, bool, bool), IpAddr)> = found
        .into_iter()
        .map(|(name, ip)| {
            let within = WITHIN.iter().any(|it| name.starts_with(it));
            ((within, !usual.contains(&ip), ip.is_ipv6()), ip)
        })
        .collect();
    ranked.sort_unstable();
    let mut kept = Vec::new();
    for (_, ip) in ranked {
        if !kept.contains(&ip) {
            kept.push(ip);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ordered(found: &[(&str, &str)], usual: &[&str]) -> Vec<String> {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let found = found
            .iter()
            .map(|(name, it)| ((*name).to_owned(), ip(it)))
            .collect();
        let usual: Vec<IpAddr> = usual.iter().map(|it| ip(it)).collect();
        let ordered = likeliest_first(found, &usual);
        ordered.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_usual_way_comes_before_networks_of_containers() {
        let found = [
            ("docker0", "172.17.0.1"),
            ("br-5f2a", "10.0.0.1"),
            ("eth1", "10.1.1.5"),
            ("wlan0", "192.168.1.20"),
            ("wlan0", "2001:db8::20"),
        ];
        let others = ["10.1.1.5", "10.0.0.1", "172.17.0.1"];
        let usual = ordered(&found, &["192.168.1.20", "2001:db8::20"]);
        assert_eq!(
            usual,
            [&["192.168.1.20", "2001:db8::20"][..], &others].concat()
        );
        let none = ordered(&found, &[]);
        assert_eq!(
            none,
            [
                "10.1.1.5",
                "192.168.1.20",
                "2001:db8::20",
                "10.0.0.1",
                "172.17.0.1"
            ],
            "a network without a way out has no usual way"
        );
    }

    #[test]
    fn who_is_in_a_tunnel_is_found_by_their_neighbours() {
        let found = [("tun0", "10.8.0.2"), ("eth0", "192.168.1.20")];
        assert_eq!(ordered(&found, &["10.8.0.2"]), ["192.168.1.20", "10.8.0.2"]);
        let twice = [("eth0", "10.0.0.2"), ("eth0:1", "10.0.0.2")];
        assert_eq!(ordered(&twice, &[]), ["10.0.0.2"]);
    }

    #[test]
    fn something_is_always_told() {
        assert!(!addresses().is_empty());
        assert!(way_to(IpAddr::V4(Ipv4Addr::LOCALHOST)).is_some_and(|it| it.is_loopback()));
    }
}
