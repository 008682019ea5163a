/** A guard that has a name: what it keeps from happening, how it could be lost, and the tests that must notice. */
export interface Guard {
  name: string;
  file: string;
  /** Where in the file: what is altered is the first such text behind this one, and without it the only one. */
  after?: string;
  from: string;
  to: string;
  tests: string[];
  /**
   * A pattern of the titles of the tests that must notice, with `|` and `.*` as its only operators; without it any test of
   * the files may.
   */
  title?: string;
}

/** The source without the guard; null if its text is not there, or not once. */
export function removeGuard(source: string, { after, from, to }: Guard): string | null {
  const start = after === undefined ? 0 : source.indexOf(after);
  const at = start === -1 ? -1 : source.indexOf(from, start);
  const isTwice = after === undefined && source.indexOf(from, at + 1) !== -1;
  return at === -1 || isTwice ? null : source.slice(0, at) + to + source.slice(at + from.length);
}
