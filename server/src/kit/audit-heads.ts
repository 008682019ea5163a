import { fieldsOf, jsonIn, listOf } from './fields.ts';

/** The end of an audit chain at the time of export. */
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

/** The value of the field `audit_heads` in an exported line. Short, because there is one per changed chain. */
export const exportedHead = ({ chain, length, hash }: AuditHead): [string, number, string] => [chain, length, hash];

/**
 * Reads the lines of a heads file or a log: JSON with the field `audit_heads`. Skips other lines. If a chain has two
 * hashes at the same length, it was rewritten in between, whatever the database says now.
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

/** Compares a chain, link by link, with its exported heads. */
export function compareWithHeads(heads: ExportedHeads, chain: string) {
  const expected = heads.get(chain) ?? new Map<number, string>();
  const longest = Math.max(0, ...expected.keys());
  return {
    /** Returns what is wrong with this link, or null. */
    link(position: number, hash: Buffer): string | null {
      const exported = expected.get(position);
      if (exported === undefined || exported === hash.toString('hex')) return null;
      return 'rewritten or re-created: an exported head differs';
    },
    end: (length: number): string | null =>
      length < longest ? `truncated: an exported head has ${longest} entries, but the chain has ${length}` : null,
  };
}
