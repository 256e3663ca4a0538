//! One suite for every journal: memory, files, SQLite, PostgreSQL.

mod audits;
mod backups;
mod bed;
mod cards;
mod damage;
mod deadlines;
#[cfg(feature = "postgres")]
mod encryption;
mod files;
mod forks;
mod links;
#[cfg(feature = "postgres")]
mod migrations;
mod promises;
mod races;
#[cfg(feature = "postgres")]
mod replicas;
mod road;
mod roster;
mod schedules;
#[cfg(feature = "postgres")]
#[path = "../support/server.rs"]
mod server;
#[cfg(feature = "postgres")]
#[path = "../support/sql.rs"]
mod sql;

/// Runs the functions of a module against every journal.
#[macro_export]
macro_rules! for_every_journal {
    ($($name:ident),* $(,)?) => {
        mod in_memory {
            $(#[test] fn $name() { super::$name(&mut $crate::bed::memory()); })*
        }
        mod in_files {
            $(#[test] fn $name() { super::$name(&mut $crate::bed::files()); })*
        }
        mod in_sqlite {
            $(#[test] fn $name() { super::$name(&mut $crate::bed::sqlite()); })*
        }
        mod in_sqlite_for_many {
            $(#[test] fn $name() { super::$name(&mut $crate::bed::sqlite_for_many()); })*
        }
        #[cfg(feature = "postgres")]
        mod in_postgres {
            $(#[test] fn $name() {
                if let Some(mut bed) = $crate::bed::postgres() {
                    super::$name(&mut bed);
                }
            })*
        }
    };
}
