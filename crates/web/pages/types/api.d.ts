// What the server sends and takes, as the pages use it.

export interface Refused { code: string; words: string }

export interface Me {
  person: { name: string };
  sessions: Session[];
  loopback: boolean;
  games: GameOffer[];
  programs: string[];
  version?: string;
}
export interface Session { id: string; made: number; last: number; here: boolean }
export interface GameOffer {
  game: string;
  title: string;
  about: string;
  alone: boolean;
  players: [number, number];
  /** What the game's entrance offers here, by names that its page knows. */
  offers?: string[];
  boards?: { name: string; title: string }[];
}

export interface SeatCard { seat: number; taken?: boolean; name: string | null; bot: string | boolean | null; you: boolean }
export interface TableCard {
  table: string;
  game: string;
  title: string;
  words: string | null;
  kind?: string;
  started: boolean;
  over: boolean;
  outcome: unknown;
  stage: string | null;
  waits_for: number[];
  deadline?: number | null;
  my_seat: number | null;
  seats: SeatCard[];
  /** What somebody may join as, of a game under way that anybody may join. */
  free: string[];
  last: number;
  created: number;
}
export interface Tables { tables: TableCard[]; next: string | null }

export interface Glance<V = unknown> {
  table: string;
  game: string;
  title: string;
  stage: string | null;
  over: boolean;
  outcome: unknown;
  waits_for: number[];
  seats: SeatCard[];
  my_seat: number | null;
  watching: number;
  owner: boolean;
  started: boolean;
  paused: boolean;
  alone: boolean;
  kind?: string;
  undo: AskedBack | null;
  moved_to: string | null;
  next?: string | null;
  deadline: number | null;
  /** That older rules began it, in words, as long as one should know. */
  older?: string;
  view: V;
  plane?: import("./court.js").Tableau | null;
}

/** Somebody asks that what came after a place be taken back; seats. */
export interface AskedBack { to: string; entries: number | null; agreed: number[]; missing: number[] }
export interface CameBack { done: boolean; table: string }

export interface Peek { purpose: "here" | "seat" | "watch" | "recovery" | "chat"; table?: string; title?: string; game?: string }
export interface Claimed { person: { name: string }; table?: string }
export interface Invitation { id: string; link: string; qr: string[] }
export type InvitedTo = "any" | "watch" | { seat: number };
/** An invitation that can still be claimed. */
export interface OpenInvitation { id: string; place: InvitedTo; made: number; until: number; uses: number }
export interface Log { from: string; entries: { place: string; told: unknown[] }[]; next: string; more: boolean }
