//! Every generator makes connected maps, for any seed and any size.

use parlour_rogue::generate::{
    self, Accretion, Bsp, Cave, Drunkard, Example, Lakes, Layout, Maze, Rooms, Template,
    is_connected,
};
use parlour_rogue::{Chance, Level, Registry, Seed, Stream};

type Make = fn(&mut Level, &mut Stream) -> Layout;

const MAKERS: [(&str, Make); 10] = [
    ("rooms", |level, chance| {
        generate::rooms(level, chance, &Rooms::default())
    }),
    ("bsp", |level, chance| {
        generate::bsp(level, chance, &Bsp::default())
    }),
    ("cave", |level, chance| {
        generate::cave(level, chance, &Cave::default())
    }),
    ("drunkard", |level, chance| {
        generate::drunkard(level, chance, &Drunkard::default())
    }),
    ("maze", |level, chance| {
        generate::maze(level, chance, &Maze::default())
    }),
    ("loopy maze", |level, chance| {
        generate::maze(level, chance, &Maze { loops: 60 })
    }),
    ("templates", |level, chance| {
        generate::rooms(level, chance, &with_templates())
    }),
    ("accretion", |level, chance| {
        generate::accretion(level, chance, &Accretion::default())
    }),
    ("example", |level, chance| {
        let example = Example::new("#####..\n#...#..\n#...#..\n##.##..\n.......\n.......").unwrap();
        generate::like_example(level, chance, &example)
    }),
    ("lakes", |level, chance| {
        let layout = generate::cave(level, chance, &Cave::default());
        generate::lakes(level, chance, &layout, &Lakes::default());
        layout
    }),
];

fn with_templates() -> Rooms {
    let template = |drawing| Template::new(drawing).unwrap();
    Rooms {
        tries: 40,
        templates: vec![
            template("#######\n#.....#\n#.~~~.#\n#.~T~.+\n#.~~~.#\n#.....#\n#######"),
            template("####+####\n#A.....B#\n#########"),
            // A vault without a door: it is opened somewhere.
            template("#####\n#.$.#\n#####"),
            template("  #  \n #.# \n#...#\n #.# \n  #  "),
        ],
        template_percent: 50,
        ..Rooms::default()
    }
}

fn seeds() -> u64 {
    super::rounds(400)
}

fn make(make: Make, width: u32, height: u32, seed: Seed) -> (Level, Layout) {
    let mut level = Level::new(&Registry::new(), width, height);
    let layout = make(&mut level, &mut Chance::new(seed).map);
    (level, layout)
}

#[test]
fn every_map_is_connected_and_has_a_beginning_and_an_end() {
    for (name, maker) in MAKERS {
        for seed in 0..seeds() {
            let (width, height) = (20 + seed as u32 % 61, 12 + seed as u32 % 37);
            let (level, layout) = make(maker, width, height, Seed(seed));
            let place = format!(
                "{name} {width}x{height} seed {seed}\n{}",
                level.to_rows().join("\n")
            );
            assert!(is_connected(&level), "{place}");
            assert!(level.is_walkable(layout.start), "{place}");
            assert!(level.is_walkable(layout.end), "{place}");
            let ring = level.size().rect();
            let leak = ring
                .cells()
                .find(|&at| ring.on_border(at) && level.is_walkable(at));
            assert_eq!(leak, None, "{place}");
            for room in &layout.rooms {
                assert_eq!(ring.intersection(*room), *room, "{place}");
            }
        }
    }
}

#[test]
fn small_maps_are_maps_too() {
    for (name, maker) in MAKERS {
        for width in 1..12 {
            for height in 1..8 {
                let (level, layout) = make(maker, width, height, Seed(7));
                assert!(is_connected(&level), "{name} {width}x{height}");
                assert!(level.is_walkable(layout.start), "{name} {width}x{height}");
            }
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_map() {
    for (name, maker) in MAKERS {
        let rows = |seed| make(maker, 60, 30, seed).0.to_rows();
        assert_eq!(rows(Seed(3)), rows(Seed(3)), "{name}");
    }
}

#[test]
fn seeds_behave_text_zero_negative_and_neighbours() {
    for (name, maker) in MAKERS {
        let rows = |text: &str| make(maker, 60, 30, Seed::from_text(text)).0.to_rows();
        let texts = [
            "0",
            "1",
            "2",
            "-1",
            "-2",
            "18446744073709551615",
            "",
            "the old mill",
            "the old mil",
        ];
        let maps: Vec<_> = texts.iter().map(|text| rows(text)).collect();
        for (i, one) in maps.iter().enumerate() {
            for (j, other) in maps.iter().enumerate().skip(i + 1) {
                assert_ne!(
                    one, other,
                    "{name}: seeds {:?} and {:?}",
                    texts[i], texts[j]
                );
            }
            assert!(is_connected(
                &make(maker, 60, 30, Seed::from_text(texts[i])).0
            ));
        }
    }
}

#[test]
fn template_rooms_are_placed_whole_and_their_marks_reported() {
    let mut found = 0;
    for seed in 0..30 {
        let (level, layout) = make(MAKERS[6].1, 80, 50, Seed(seed));
        for (mark, at) in layout.marks {
            found += 1;
            assert!(level.is_walkable(at), "{mark} at {at}");
        }
    }
    assert!(found > 30, "templates are used: {found} marks");
}

#[test]
fn rooms_of_the_tutorial_are_six_to_nine_and_do_not_overlap() {
    // K28: up to 30 tries, size 6 to 9, overlap refused, the first holds the start.
    for seed in 0..50 {
        let (_, layout) = make(MAKERS[0].1, 80, 50, Seed(seed));
        assert!(layout.rooms.len() <= 30);
        assert!(layout.rooms[0].contains(layout.start));
        for (i, room) in layout.rooms.iter().enumerate() {
            assert!((6..=9).contains(&room.w) && (6..=9).contains(&room.h));
            assert!(layout.rooms[..i].iter().all(|other| !other.overlaps(*room)));
        }
    }
}

#[test]
fn generators_draw_what_they_drew_before() {
    // The first lines of one map each: a change of any generator shows here.
    let catalogue: Vec<String> = MAKERS
        .iter()
        .map(|(name, maker)| {
            let (level, layout) = make(*maker, 40, 20, Seed(1));
            let floor = level
                .size()
                .cells()
                .filter(|&at| level.is_walkable(at))
                .count();
            format!(
                "{name}: {floor} floor, {} rooms, start {}, end {}",
                layout.rooms.len(),
                layout.start,
                layout.end
            )
        })
        .collect();
    assert_eq!(catalogue, CATALOGUE, "{catalogue:#?}");
}

const CATALOGUE: [&str; 10] = [
    "rooms: 238 floor, 7 rooms, start 3,15, end 31,2",
    "bsp: 219 floor, 6 rooms, start 5,5, end 30,1",
    "cave: 259 floor, 0 rooms, start 13,1, end 35,16",
    "drunkard: 273 floor, 0 rooms, start 9,1, end 2,18",
    "maze: 341 floor, 0 rooms, start 1,1, end 35,11",
    "loopy maze: 359 floor, 0 rooms, start 1,1, end 36,15",
    "templates: 202 floor, 9 rooms, start 20,7, end 28,3",
    "accretion: 391 floor, 21 rooms, start 19,9, end 1,9",
    "example: 473 floor, 0 rooms, start 1,1, end 34,6",
    "lakes: 246 floor, 0 rooms, start 13,1, end 35,16",
];
