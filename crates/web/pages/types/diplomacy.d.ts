// A table of Diplomacy, as the server sends it.

export type Point = [number, number];
export interface Colours { token: string; letter: string; land: string }
export interface PowerPlan { name: string; letter: string; light: Colours; dark: Colours }
export interface CoastPlan { unit: Point; dislodged: Point; mark: Point }
export interface ProvincePlan {
  code: string;
  name: string;
  kind: "land" | "coast" | "sea";
  outline: string;
  unit: Point;
  dislodged: Point;
  label: Point;
  title: [Point, string[]] | null;
  centre: Point | null;
  coasts: Record<string, CoastPlan>;
}
export interface Plan {
  map: string;
  title: string;
  target: number;
  width: number;
  height: number;
  sizes: { unit: number; dislodged: number; centre: number; label: number; name: number; mark: number };
  powers: PowerPlan[];
  provinces: ProvincePlan[];
  neutral: string;
  wall: string;
  lake: string;
  coast: string;
  shallows: string;
  borders: string;
  sea_lines: string;
  army_links: string;
  fleet_links: string;
}
export interface Charted { chart: Plan; start: Position }

/** A position, in the notation of records. */
export interface Position {
  phase: string;
  units: Record<string, string[]>;
  centers: Record<string, string[]>;
  dislodged?: Record<string, Record<string, string[]>>;
  builds?: Record<string, number>;
  outcome?: { kind: string; powers: string[] };
}
export interface Reason { code: string; strengths: Record<string, number>; causes: string[]; text: string }
export interface ResolvedOrder { power: string; order: string; given: boolean; results?: string[]; reason: Reason }
export interface ResolvedPhase {
  phase: string;
  orders: ResolvedOrder[];
  disbanded?: Record<string, string[]>;
  captured?: [string, string | null, string][];
  next: Position;
}
export interface PowerView {
  name: string;
  centers: number;
  units: number;
  must_order: boolean;
  ready: boolean;
  disorder: boolean;
  conceded: boolean;
  eliminated: boolean;
}
export interface OwnView {
  power: string;
  orders: string[];
  without_orders: string[];
  adjustments_left: number;
  warnings: string[];
  vote: boolean | null;
  proposed: boolean;
}
export interface View {
  phase: string;
  position: Position;
  powers: PowerView[];
  draw: { powers: string[] } | null;
  last: ResolvedPhase | null;
  outcome: { solo: string } | { draw: string[] } | null;
  own: OwnView | null;
}
export interface Plane {
  code: string;
  settings: string;
  press: "none" | "public" | "full" | "open-at-end";
  hidden_names: boolean;
  listed: boolean;
  called_off: boolean;
  stopped: boolean;
  chats: string[];
  waiting: number;
  waiting_names: string[];
  extension: { phase: string; span: string; yes: number; no: number; needed: number } | null;
}
export interface Aside {
  press: number;
  waiting: boolean;
  muted: number[];
  wishes: number[];
  draft: { phase: string; orders: string[] } | null;
  more_time: boolean | null;
}
export type Glance = Omit<import("./api.js").Glance<View>, "plane"> & { plane: Plane; aside: Aside | null };

export interface Legal { legal: Record<string, string[]>; due: Record<string, number>; routes: Record<string, string[]> }
export interface Warned { warnings: string[] }
export interface Checked { order: string | null; words: string[] }
export interface Resolved { resolved: ResolvedPhase }
export interface Pictured { name: string; base64: string }
export interface PressLine { time: number; stage: string | null; from: number; name?: string; to: number[]; words: string }
/** A phase that cost a power much; chances are in thousandths. */
export interface LessonTold { phase: string; power: string; before: number; after: number; instead: number; orders: string[]; reason: string }
export interface Coached { lessons: LessonTold[] }
/** What a bot would order, and why, in words that follow "it". */
export interface Advised { orders: string[]; reason: string | null }
export interface Pressed { press: PressLine[]; more: boolean }
export interface Answered { says: ({ text: string } | { file: { name: string; base64: string } } | { picture: { name: string; svg: string } })[] }

/** A finished game as who played it may count it. */
export interface PlayedGame { table: string; code: string; map: string; power: string; result: string; centers: number; ended: number; points: [string, number][] }
