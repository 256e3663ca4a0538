// What a table of Kingslayer with others has beside its game, as the court writes it.

/** A table as everybody around it sees it, beside its game. */
export interface Tableau { table: string; game: number; lobby: boolean; open: boolean; seats: Sitter[]; paused: boolean; customs: Customs; hints: number; log: NotedLine[] }
/** What is agreed beside the house rules; what is not said is as the house has it. */
export interface Customs { level?: "rookie" | "friend" | "master"; pace?: number; hints?: boolean }
export interface Sitter { seat: number; name: string | null; bot: boolean; ready: boolean; missed: boolean; freed: boolean }
export interface NotedLine { seq: number; player: number | null; text: string }
export interface Heard { game: string; seat: number | null }
