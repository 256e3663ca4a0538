//! What is counted together, and how much of it must be run.

/// Crates that have one goal, and the tests that count for it.
pub(super) struct Group {
    pub name: &'static str,
    /// Crates whose tests are run.
    pub tests: &'static [&'static str],
    /// What is counted: folders, and files that belong to no test.
    pub files: &'static [&'static str],
    /// Lines of a hundred that must be run.
    pub goal: usize,
}

pub(super) const GROUPS: &[Group] = &[
    Group {
        name: "judge",
        tests: &["parlour-diplomacy"],
        files: &[
            "crates/diplomacy/src/check.rs",
            "crates/diplomacy/src/convoy.rs",
            "crates/diplomacy/src/game",
            "crates/diplomacy/src/history.rs",
            "crates/diplomacy/src/judge",
            "crates/diplomacy/src/legality.rs",
            "crates/diplomacy/src/phase.rs",
            "crates/diplomacy/src/position.rs",
            "crates/diplomacy/src/resolve",
            "crates/diplomacy/src/view.rs",
            "crates/diplomacy/src/wheel.rs",
        ],
        goal: 100,
    },
    Group {
        name: "diplomacy",
        tests: &["parlour-diplomacy"],
        files: &["crates/diplomacy/src"],
        goal: 100,
    },
    Group {
        name: "rules",
        tests: &["parlour-rules"],
        files: &["crates/rules/src"],
        goal: 100,
    },
    Group {
        name: "regicide",
        tests: &["parlour-regicide"],
        files: &["crates/regicide/src"],
        goal: 100,
    },
    Group {
        name: "host",
        tests: &["parlour-host"],
        files: &["crates/host/src"],
        goal: 95,
    },
    Group {
        name: "room",
        tests: &["parlour-room"],
        files: &["crates/room/src"],
        goal: 95,
    },
    Group {
        name: "chat",
        tests: &["parlour-chat"],
        files: &["crates/chat/src"],
        goal: 95,
    },
    Group {
        name: "lan",
        tests: &["parlour-court", "parlour-lan"],
        files: &["crates/lan/src"],
        goal: 95,
    },
    Group {
        name: "court",
        tests: &["parlour-court", "parlour-lan"],
        files: &["crates/court/src"],
        goal: 95,
    },
    Group {
        name: "web",
        tests: &["parlour-web"],
        files: &["crates/web/src"],
        goal: 95,
    },
];
