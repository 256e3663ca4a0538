// What the server sends and takes, as the pages use it. Made from the types of the server:
// docs/web-api.md says how. What is a game's own stands in the file of the game.

export interface Accepted {
  seq: string;
  repeated: boolean;
}

export interface AskedBack {
  to: string;
  entries: number | null;
  agreed: number[];
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
  id: string;
  command: unknown;
  seen?: string;
  seat?: number;
}

export interface Event {
  told: unknown[] | null;
  glance: Glance;
}

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
  offers?: string[];
  boards: Board[];
}

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
  older?: string;
  aside: Aside;
  next: string | null;
  view: View;
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
  from: string;
  entries: LogEntry[];
  next: string;
  more: boolean;
}

export interface LogEntry {
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

export interface Nothing {
}

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
  table?: string;
  title?: string;
  game?: string;
}

export interface Person {
  name: string;
}

export interface Question {
  ask: string;
}

export interface Refused {
  code: string;
  words: string;
}

export interface SeatCard {
  seat: number;
  taken: boolean;
  name: string | null;
  bot: string | null;
  you: boolean;
}

export interface Seen {
  standing: string;
  glance: Glance;
}

export interface Session {
  id: string;
  made: number;
  last: number;
  here: boolean;
}

export interface TableCard {
  table: string;
  game: string;
  title: string;
  kind: string | null;
  words: string | null;
  started: boolean;
  over: boolean;
  outcome: unknown;
  stage: string | null;
  waits_for: number[];
  deadline: number | null;
  seats: SeatCard[];
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
  name?: string;
}

export interface Word {
  id: string;
}
