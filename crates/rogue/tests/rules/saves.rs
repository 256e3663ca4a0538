//! Y87 to Y92, N7: saves, migrations.

use super::recordings::recorded;
use super::*;
use parlour_rogue::recording::Recording;
use parlour_rogue::save::{Migrations, Raw, SaveError};
use parlour_rogue::{Arrival, Entity, EntityRef, Prop, Trigger, Value, demo, files};
use proptest::prelude::*;
use serde_json::json;

fn rich_world() -> World {
    let mut world = world_of(&["#..+", "/~><", "...."]);
    let below = world
        .add_level("below", Level::new(world.registry(), 6, 6))
        .unwrap();
    let me = world.spawn("player", at(1, 0)).unwrap();
    let goblin = world.registry().entity("goblin").unwrap();
    let kept = Entity::new(goblin, at(2, 2))
        .with(Prop::HP, 3)
        .with(Prop::DELAY, 7)
        .acting_at(42);
    let id = world.add(kept).unwrap();
    world.set_named(id, "mood", "sour");
    world.set_named(
        id,
        "loot",
        Value::List(vec![1.into(), "ring".into(), false.into()]),
    );
    world.spawn_on(below, "coin", at(5, 5)).unwrap();
    let coin = world.spawn("coin", at(1, 0)).unwrap();
    world.pick_up(me, coin).unwrap();
    world
        .level_mut()
        .set_tile_prop(at(3, 0), Prop::NAME, "Iron Door");
    world.level_mut().explored_mut().set(at(1, 1), true);
    let stairs = Arrival {
        level: world.current(),
        at: at(2, 1),
    };
    world
        .add_pair(
            stairs,
            Arrival {
                level: below,
                at: at(0, 0),
            },
            Trigger::Step,
        )
        .unwrap();
    world.say("Hello.");
    world.roll("3d6".parse().unwrap());
    world
        .extra
        .insert("gold".into(), json!({"purse": [1, 2, 3.5], "none": null}));
    world
}

#[test]
fn y87_version_1_is_one_map_plus_any_extra_keys() {
    let world = rich_world();
    let raw = Raw::read(&world.save_v1()).unwrap();
    assert_eq!(raw.version(), Ok(1));
    assert!(raw.body.get("map").is_some() && raw.body.get("world").is_none());
    assert_eq!(raw.extra().unwrap().get("gold"), world.extra.get("gold"));
}

#[test]
fn y88_version_2_is_a_world_plus_extra_keys() {
    let world = rich_world();
    let raw = Raw::read(&world.save()).unwrap();
    assert_eq!(raw.version(), Ok(2));
    assert_eq!(raw.body["world"]["levels"].as_array().unwrap().len(), 2);
    let loaded = World::load(&world.save(), registry()).unwrap();
    assert!(loaded.level().explored().contains(at(1, 1)));
    assert_eq!(loaded.level().explored().count(), 1);
}

#[test]
fn y89_everything_comes_back_equal_and_the_file_is_compressed_text() {
    let world = rich_world();
    let bytes = world.save();
    let loaded = World::load(&bytes, registry()).unwrap();
    assert_eq!(loaded.fingerprint(), world.fingerprint());
    assert_eq!(loaded.extra, world.extra);
    let ids: Vec<EntityId> = world.entities().map(EntityRef::id).collect();
    for id in ids {
        assert_eq!(
            loaded.entity(id).unwrap().to_entity().at,
            world.entity(id).unwrap().at()
        );
        assert_eq!(
            loaded.entity(id).unwrap().named("mood"),
            world.entity(id).unwrap().named("mood")
        );
        assert_eq!(
            loaded.entity(id).unwrap().named("loot"),
            world.entity(id).unwrap().named("loot")
        );
        assert_eq!(
            (loaded.entity(id).unwrap().delay(), next(&loaded, id)),
            (world.entity(id).unwrap().delay(), next(&world, id))
        );
    }
    assert_eq!(loaded.pack(world.player().unwrap()).len(), 1);
    assert_eq!(messages(&loaded), ["Hello."]);
    // The body is text, and smaller than it.
    let raw = Raw::read(&bytes).unwrap();
    let text = serde_json::to_string(&raw.body).unwrap();
    assert!(bytes.len() < text.len() && !bytes.windows(6).any(|part| part == b"goblin"));
    // The next roll is the same.
    let (mut one, mut other) = (world.clone(), loaded);
    for _ in 0..20 {
        assert_eq!(
            one.roll("1d100".parse().unwrap()),
            other.roll("1d100".parse().unwrap())
        );
    }
}

#[test]
fn y90_other_versions_are_refused_by_number_and_the_raw_data_is_there_to_look_at() {
    for (version, name) in [
        (json!(0), "0"),
        (json!(3), "3"),
        (json!(99), "99"),
        (json!(-1), "-1"),
        (json!("2"), "\"2\""),
        (json!(null), "none"),
    ] {
        let raw = Raw {
            game: 0,
            content: None,
            body: json!({"version": version, "world": {}}),
        };
        let error = raw.version().unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("Unsupported save version: {name}")
        );
        let read = Raw::read(&raw.write()).unwrap();
        assert_eq!(read.body, raw.body, "the loader returns it all the same");
        assert_eq!(World::load(&raw.write(), registry()).unwrap_err(), error);
    }
    let without = Raw {
        game: 0,
        content: None,
        body: json!({}),
    };
    assert!(matches!(
        without.version(),
        Err(SaveError::UnsupportedVersion(_))
    ));
}

#[test]
fn y91_missing_and_corrupt_files_are_errors() {
    let world = rich_world();
    let bytes = world.save();
    assert_eq!(
        World::load(b"this is not a save", registry()).unwrap_err(),
        SaveError::NotASave
    );
    assert_eq!(
        World::load(b"", registry()).unwrap_err(),
        SaveError::NotASave
    );
    for cut in 1..bytes.len() {
        assert!(
            World::load(&bytes[..cut], registry()).is_err(),
            "cut at {cut}"
        );
    }
    for place in 0..bytes.len() {
        let mut wrong = bytes.clone();
        wrong[place] ^= 0x20;
        // Any answer but a panic, and never silently another world.
        if let Ok(loaded) = World::load(&wrong, registry()) {
            assert_eq!(loaded.fingerprint(), world.fingerprint(), "byte {place}");
        }
    }
    let nowhere = std::path::Path::new("no-such-folder/no-such-file");
    assert!(files::load(nowhere, registry(), rules()).is_err());
}

/// Where the header of a save or recording begins and ends.
fn header_of(bytes: &[u8]) -> std::ops::Range<usize> {
    let mut breaks = (0..bytes.len()).filter(|place| bytes[*place] == b'\n');
    breaks.next().unwrap() + 1..breaks.next().unwrap()
}

#[test]
fn y91_a_save_with_a_changed_header_or_stray_bytes_is_corrupt() {
    let bytes = rich_world().save();
    let header = header_of(&bytes);
    for place in header.clone() {
        for bit in 0..8 {
            let mut wrong = bytes.clone();
            wrong[place] ^= 1 << bit;
            let loaded = World::load(&wrong, registry());
            assert!(loaded.is_err(), "byte {place}, bit {bit}");
        }
    }
    for stray in [1, 9, 10, 600] {
        let longer = [&bytes[..], &vec![0; stray]].concat();
        let body = bytes.len() - header.end - 1;
        assert_eq!(
            World::load(&longer, registry()).unwrap_err().to_string(),
            format!(
                "the save is damaged: the body ends after {body} bytes, and {stray} stray bytes \
                 follow"
            )
        );
    }
    // A save from before there were seals is read.
    let seal = header.end - 17..header.end;
    assert_eq!(bytes[seal.start], b' ');
    let old = [&bytes[..seal.start], &bytes[seal.end..]].concat();
    assert_eq!(
        World::load(&old, registry()).unwrap().fingerprint(),
        rich_world().fingerprint()
    );
}

#[test]
fn a_recording_with_a_changed_header_or_stray_bytes_is_damaged() {
    let (_, recording) = recorded("llljj", 2);
    let bytes = recording.to_bytes();
    let header = header_of(&bytes);
    for place in header.clone() {
        let mut wrong = bytes.clone();
        wrong[place] ^= 1;
        assert!(Recording::from_bytes(&wrong).is_err(), "byte {place}");
    }
    let longer = [&bytes[..], b"x"].concat();
    assert_eq!(
        Recording::from_bytes(&longer).unwrap_err().to_string(),
        format!(
            "the recording is damaged: it ends after {} bytes, and 1 stray bytes follow",
            bytes.len()
        )
    );
    let old = [&bytes[..header.end - 17], &bytes[header.end..]].concat();
    assert_eq!(Recording::from_bytes(&old), Ok(recording));
}

#[test]
fn y92_the_counter_is_the_files_or_the_highest_number_on_any_level() {
    let entity = |id: u64| json!({"id": id, "type": "goblin", "at": [0, 0]});
    let level = |name: &str, ids: &[u64]| {
        let entities: Vec<_> = ids.iter().map(|&id| entity(id)).collect();
        json!({"name": name, "width": 2, "height": 2, "types": ["floor"], "tiles": "4a", "entities": entities})
    };
    let next_id = |body| {
        let mut raw = Raw {
            game: 0,
            content: None,
            body,
        };
        Migrations::new().run(&mut raw).unwrap();
        World::restore(raw, registry()).unwrap().next_id()
    };
    assert_eq!(
        next_id(json!({"version": 1, "map": level("", &[3, 7]), "last_id": 42})),
        EntityId(43)
    );
    assert_eq!(
        next_id(json!({"version": 1, "map": level("", &[50, 30])})),
        EntityId(51)
    );
    let levels = json!([level("a", &[10]), level("b", &[25])]);
    assert_eq!(
        next_id(json!({"version": 2, "world": {"current": "a", "levels": levels}})),
        EntityId(26)
    );
    assert_eq!(
        next_id(json!({"version": 2, "world": {"current": "a", "levels": levels, "last_id": 5}})),
        EntityId(26)
    );
}

#[test]
fn n7_version_1_migrates_to_a_world_with_one_level() {
    let mut world = rich_world();
    world
        .extra
        .insert("explored".into(), json!([[0, 0], [3, 2]]));
    let mut raw = Raw::read(&world.save_v1()).unwrap();
    Migrations::new().run(&mut raw).unwrap();
    assert_eq!(raw.version(), Ok(2));
    let loaded = World::restore(raw, registry()).unwrap();
    assert_eq!(loaded.level_ids().count(), 1);
    assert_eq!(loaded.level().to_rows(), world.level().to_rows());
    let explored: Vec<Point> = loaded.level().explored().iter().collect();
    assert_eq!(explored, [at(0, 0), at(1, 1), at(3, 2)]);
    assert!(loaded.extra.contains_key("gold") && !loaded.extra.contains_key("explored"));
    assert_eq!(loaded.entities().count(), world.entities().count());
}

#[test]
fn authors_migrate_their_own_versions() {
    let mut world = rich_world();
    world.extra.insert("era".into(), json!("bronze"));
    let old = Game::at_rest(world, rules()).unwrap();
    let bytes = old.save_for(&Migrations::to(1));
    let steps = Migrations::new()
        .step(1, |body| {
            body["extra"]["era"] = json!("iron");
            Ok(())
        })
        .step(2, |body| {
            let era = body["extra"]["era"].clone();
            body["extra"]["age"] = era;
            Ok(())
        });
    let game = Game::load_with(&bytes, registry(), rules(), &steps).unwrap();
    assert_eq!(game.world.extra["age"], json!("iron"));
    // A save of a newer game is refused, and so is one that cannot be migrated.
    let error = Game::load_with(&bytes, registry(), rules(), &Migrations::new()).unwrap_err();
    assert_eq!(
        error,
        SaveError::UnsupportedGame {
            found: 1,
            newest: 0
        }
    );
    let failing = Migrations::new().step(1, |_| Err("no era".into()));
    let error = Game::load_with(&bytes, registry(), rules(), &failing).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the save could not be migrated from version 1 of the game: no era"
    );
}

/// `fixtures/ages/COMMIT` holds what the programs of landed commits wrote; whoever changes
/// the form of saves adds a folder.
#[test]
fn saves_of_landed_commits_are_opened_and_go_on() {
    let kept = include_bytes!("../../fixtures/ages/e64be55/demo.save");
    let (registry, rules) = (demo::registry(), demo::rules(demo::Fight::Dice));
    let mut game = Game::load(kept, registry.clone(), rules.clone()).unwrap();
    let at = |game: &Game| {
        let me = game.world.player().and_then(|me| game.world.entity(me));
        me.map(EntityRef::at)
    };
    assert_eq!((game.world.turns(), at(&game)), (4, Some(Point::new(7, 7))));
    assert_eq!(game.world.level().entity_count(), 3);
    game.press_all(keys("k."));
    assert_eq!((game.world.turns(), at(&game)), (6, Some(Point::new(7, 6))));
    let again = Game::load(&game.save(), registry, rules).unwrap();
    assert_eq!(again.fingerprint(), game.fingerprint());
}

#[test]
fn a_save_knows_the_content_it_was_made_under() {
    let world = rich_world();
    let raw = Raw::read(&world.save()).unwrap();
    assert!(raw.fits(&registry()));
    let mut other = registry();
    other
        .load("more.toml", "[entity.goblin]\nhp = 6\n")
        .unwrap();
    assert!(!raw.fits(&other));
    // It still loads; types that are gone are kept by name.
    let bare = World::load(&world.save(), Registry::new()).unwrap();
    let keys: Vec<&str> = bare.entities().map(EntityRef::type_key).collect();
    assert!(keys.contains(&"goblin"));
    assert_eq!(
        World::load(&bare.save(), registry()).unwrap().fingerprint(),
        world.fingerprint()
    );
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "the test looks at what was written"
)]
fn a_save_on_disk_is_old_or_new_never_half() {
    let folder = std::env::temp_dir().join(format!("parlour-rogue-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("game.save");
    let mut game = demo::game(Seed(3), demo::Fight::Dice);
    files::save(&game, &path).unwrap();
    let old = std::fs::read(&path).unwrap();
    // A crash while saving leaves a torn file beside, and the old save in place.
    std::fs::write(folder.join("game.save.new"), &game.save()[..20]).unwrap();
    let loaded = files::load(&path, demo::registry(), demo::rules(demo::Fight::Dice)).unwrap();
    assert_eq!(loaded.fingerprint(), game.fingerprint());
    game.press(Key::Char('j'));
    files::save(&game, &path).unwrap();
    assert_ne!(std::fs::read(&path).unwrap(), old);
    assert!(!folder.join("game.save.new").exists());
    // Where nothing can be written, the old save stays.
    let blocked = folder.join("game.save").join("deeper");
    assert!(files::save(&game, &blocked).is_err());
    let loaded = files::load(&path, demo::registry(), demo::rules(demo::Fight::Dice)).unwrap();
    assert_eq!(loaded.fingerprint(), game.fingerprint());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn impossible_data_is_refused_in_words() {
    let level = json!({
        "name": "a", "width": 2, "height": 2, "types": ["floor"], "tiles": "4a",
    });
    let world = |change: fn(&mut serde_json::Value)| {
        let mut body = json!({"version": 2, "world": {"current": "a", "levels": [level]}});
        change(&mut body["world"]);
        World::restore(
            Raw {
                game: 0,
                content: None,
                body,
            },
            registry(),
        )
    };
    assert!(world(|_| {}).is_ok());
    let wrong: [fn(&mut serde_json::Value); 14] = [
        |world| world["current"] = json!("b"),
        |world| world["levels"] = json!([]),
        |world| world["levels"][0]["tiles"] = json!("5a"),
        |world| world["levels"][0]["tiles"] = json!("3a"),
        |world| world["levels"][0]["tiles"] = json!("4b"),
        |world| world["levels"][0]["width"] = json!(4_000_000_000_u32),
        |world| world["levels"][0]["explored"] = json!("9b"),
        |world| {
            world["levels"][0]["entities"] =
                json!([{"id": 1, "type": "x", "at": [0, 0]}, {"id": 1, "type": "x", "at": [0, 0]}]);
        },
        |world| world["levels"][0]["turn_order"] = json!([0]),
        |world| world["levels"][0]["tile_props"] = json!([[5, 5, {}]]),
        |world| world["transitions"] = json!([[["a", 0, 0], ["z", 0, 0], "key"]]),
        |world| world["transitions"] = json!([[["a", 0, 0], ["a", 9, 0], "key"]]),
        |world| world["packs"] = json!([[7, []]]),
        |world| world["levels"][0]["surprise"] = json!(1),
    ];
    for (number, change) in wrong.into_iter().enumerate() {
        let error = world(change).unwrap_err();
        assert!(
            matches!(error, SaveError::BadData(_) | SaveError::TooLarge),
            "{number}: {error}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(rounds(2000) as u32))]

    #[test]
    fn any_bytes_are_a_save_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = World::load(&bytes, registry());
        let _ = Recording::from_bytes(&bytes);
        let mut framed = b"parlour-rogue save\n".to_vec();
        framed.extend(&bytes);
        let _ = World::load(&framed, registry());
    }

    #[test]
    fn any_json_is_a_world_or_an_error(
        place in 0usize..60, value in prop_oneof![
            Just(json!(null)), Just(json!(-1)), Just(json!(i64::MAX)), Just(json!("x")), Just(json!([])), Just(json!({})), Just(json!(4_294_967_295_u32)),
        ],
    ) {
        let mut raw = Raw::read(&rich_world().save()).unwrap();
        let mut paths = Vec::new();
        walk(&raw.body, &mut String::new(), &mut paths);
        let pointer = paths[place % paths.len()].clone();
        *raw.body.pointer_mut(&pointer).unwrap() = value;
        if let Ok(world) = World::restore(raw, registry()) {
            let mut game = Game::at_rest(world, rules()).unwrap();
            game.press_all(keys("hjkl"));
            let _ = game.save();
        }
    }
}

fn walk(json: &serde_json::Value, path: &mut String, paths: &mut Vec<String>) {
    let length = path.len();
    let mut visit = |key: String, value: &serde_json::Value| {
        path.push('/');
        path.push_str(&key);
        paths.push(path.clone());
        walk(value, path, paths);
        path.truncate(length);
    };
    match json {
        serde_json::Value::Object(fields) => fields
            .iter()
            .for_each(|(key, value)| visit(key.clone(), value)),
        serde_json::Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(key, value)| visit(key.to_string(), value)),
        _ => {}
    }
}
