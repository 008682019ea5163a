import { keysOf } from './known-keys.ts';
/** Which status may follow which. A test checks every pair. */
export type Moves<Status extends string> = { readonly [From in Status]: readonly Status[] };

export function canMove<Status extends string>(moves: Moves<Status>, from: Status, to: Status): boolean {
  return moves[from].includes(to);
}

/** The statuses from which `to` can be reached, for a compare-and-set `where status = any(…)`. */
export function sourcesOf<Status extends string>(moves: Moves<Status>, to: Status): Status[] {
  return keysOf(moves).filter((from) => moves[from].includes(to));
}

export function isTerminal<Status extends string>(moves: Moves<Status>, status: Status): boolean {
  return moves[status].length === 0;
}
