// What the server sends and takes, as the pages use it. Made from the types of the server:
// docs/web-api.md says how. What is a game's own stands in the file of the game.

export interface Accepted {
  seq: string;
  repeated: boolean;
}

/** A request to take entries back, as everybody at the table is shown it. */
export interface AskedBack {
  /** The place to agree to: the same text for as long as it is the same place. */
  to: string;
  /** How many entries are taken back, where everybody may count them. */
  entries: number | null;
  agreed: number[];
  /** The seats of people who have not agreed yet. */
  missing: number[];
}

export interface Back {
  to: string;
}

export interface Board {
  name: string;
  title: string;
}

export interface CameBack {
  done: boolean;
  table: string;
}

export interface Claimed {
  person: Person;
  table?: string;
}

export interface Command {
  stage: string;
  /** One's own, another for each wish: the same one again is the same command. */
  id: string;
  /** The game's own. */
  command: unknown;
  seat?: number | null;
  /** The place that it depends on, where it depends on one. */
  seen?: string | null;
}

export interface Event {
  /** What the rules told since the last event; nothing where there is none, or too much has happened since. */
  told: unknown[] | null;
  glance: Glance;
}

/** What a link is for; `here` is the machine's own. */
export type For = "here" | "seat" | "watch" | "recovery" | "chat";

export interface Fork {
  at: string;
}

export interface Forked {
  table: string;
}

export interface GameOffer {
  game: string;
  title: string;
  about: string;
  alone: boolean;
  players: [number, number];
  /** What it can be played on, where there is more than one. */
  boards: Board[];
  /** What its entrance offers here, by names that the game's own page knows; everything, if this is missing. */
  offers?: string[];
}

/** A table. */
export interface Glance<View = unknown, Plane = unknown, Aside = unknown> {
  table: string;
  game: string;
  title: string;
  kind: string | null;
  stage: string | null;
  over: boolean;
  outcome: unknown;
  waits_for: number[];
  seats: SeatCard[];
  my_seat: number | null;
  watching: number;
  owner: boolean;
  alone: boolean;
  started: boolean;
  paused: boolean;
  undo: AskedBack | null;
  moved_to: string | null;
  deadline: number | null;
  plane: Plane;
  /** What its viewer alone is told beside the game; the game's own. */
  aside: Aside;
  next: string | null;
  view: View;
  /** That older rules began the game, in words; left out where there is nothing to say. */
  older?: string;
}

export interface Invitation {
  id: string;
  link: string;
  qr: string[];
}

export interface Invitations {
  invitations: OpenInvitation[];
}

export type InvitedTo = "any" | "watch" | { seat: number };

export interface Inviting {
  place: InvitedTo;
}

export interface Link {
  link: string;
  qr: string[];
}

export interface Log {
  /** The place before the first of them. */
  from: string;
  entries: LogEntry[];
  next: string;
  more: boolean;
}

export interface LogEntry {
  /** Up to where one was told then. */
  place: string;
  told: unknown[];
}

export interface Me {
  person: Person;
  sessions: Session[];
  loopback: boolean;
  games: GameOffer[];
  programs: string[];
  version: string;
}

export interface Name {
  name: string;
}

export interface Named {
  person: Person;
}

/** A body that says nothing. */
export type Nothing = {  };

export interface OpenInvitation {
  id: string;
  place: InvitedTo;
  made: number;
  until: number;
  uses: number;
}

export interface Opened {
  table: string;
}

export interface Opening {
  game: string;
  wish: unknown;
}

export interface Peek {
  purpose: For;
  game?: string;
  table?: string;
  title?: string;
}

export interface Person {
  name: string;
}

export interface Question {
  ask: string;
}

/** Why a request is not answered as it wishes: a code for programs, words for people. */
export interface Refused {
  code: string;
  words: string;
}

/** A chair. */
export interface SeatCard {
  seat: number;
  taken: boolean;
  /** Of a chair that is taken nothing is told where names are hidden. */
  name: string | null;
  bot: string | null;
  you: boolean;
}

export interface Seen {
  standing: string;
  glance: Glance;
}

/** A session as its owner sees it. */
export interface Session {
  id: string;
  made: number;
  last: number;
  /** Whether it is the one that asks. */
  here: boolean;
}

export interface TableCard {
  table: string;
  game: string;
  title: string;
  kind: string | null;
  words: string | null;
  /** Whether play has begun. */
  started: boolean;
  over: boolean;
  outcome: unknown;
  stage: string | null;
  waits_for: number[];
  /** When what it waits for is due, in milliseconds since 1970. */
  deadline: number | null;
  seats: SeatCard[];
  /** What somebody may join as, of a game under way. */
  free: string[];
  my_seat: number | null;
  last: number;
  created: number;
}

export interface Tables {
  tables: TableCard[];
  next: string | null;
}

export interface Token {
  token: string;
  name?: string | null;
}

export interface Word {
  id: string;
}
