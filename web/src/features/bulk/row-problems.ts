import { type RowProblems, sortProblems } from './cell-problems.ts';
import type { Verdict } from './draft.ts';

export type ProblemsByRow = ReadonlyMap<number, RowProblems>;

export function problemsByRow(verdict: Verdict, columns: readonly string[]): ProblemsByRow {
  const problems = new Map<number, RowProblems>();
  for (const [id, { errors }] of verdict.byRow) {
    if (errors.length > 0) problems.set(id, sortProblems(errors, columns));
  }
  return problems;
}
