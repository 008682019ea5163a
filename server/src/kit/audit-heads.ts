import { fieldsOf, jsonIn, listOf } from './fields.ts';

/** Where an audit chain ended when it was exported. */
export interface AuditHead {
  /** `policy/<account>/<world>`, or `operators`. */
  chain: string;
  length: number;
  /** In hex. */
  hash: string;
}

export const operatorChain = 'operators';
export const policyChain = (accountId: string, world: string): string => `policy/${accountId}/${world}`;

/** The hashes that each chain must have, by position. */
export type ExportedHeads = Map<string, Map<number, string>>;

export interface HeadProblem {
  chain: string;
  position: number;
  problem: string;
}

/** The value of the field `audit_heads` in an exported line: short, since there is one for each chain that moved. */
export const exportedHead = ({ chain, length, hash }: AuditHead): [string, number, string] => [chain, length, hash];

/**
 * Reads the lines of a heads file or of a log: JSON with the field `audit_heads`. Other lines are skipped. One chain that ended at the
 * same length with two hashes was rewritten in between, whatever the database says now.
 */
export function readHeads(lines: readonly string[]): { heads: ExportedHeads; problems: HeadProblem[] } {
  const heads: ExportedHeads = new Map();
  const problems: HeadProblem[] = [];
  for (const { chain, length, hash } of lines.flatMap(headsIn)) {
    const known = heads.get(chain) ?? new Map<number, string>();
    heads.set(chain, known);
    const before = known.get(length);
    if (before === undefined) known.set(length, hash);
    else if (before !== hash) problems.push({ chain, position: length, problem: 'two exported heads differ' });
  }
  return { heads, problems };
}

function headsIn(line: string): AuditHead[] {
  if (!line.includes('"audit_heads"')) return [];
  return listOf(fieldsOf(jsonIn(line)).audit_heads).flatMap((entry) => {
    const [chain, length, hash] = listOf(entry);
    if (typeof chain !== 'string' || typeof length !== 'number' || typeof hash !== 'string') return [];
    return [{ chain, length, hash }];
  });
}

/** Compares a chain, link by link, with what was exported of it. */
export function compareWithHeads(heads: ExportedHeads, chain: string) {
  const expected = heads.get(chain) ?? new Map<number, string>();
  const longest = Math.max(0, ...expected.keys());
  return {
    /** What is wrong with this link; null if nothing is. */
    link(position: number, hash: Buffer): string | null {
      const exported = expected.get(position);
      if (exported === undefined || exported === hash.toString('hex')) return null;
      return 'rewritten or re-created: an exported head differs';
    },
    end: (length: number): string | null =>
      length < longest ? `truncated: an exported head has ${longest} entries, the chain has ${length}` : null,
  };
}
