import { readFileSync } from 'node:fs';
import { assertDefined } from '../../server/src/kit/assert-defined.ts';

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
  strings: string[];
}

interface Kept {
  count: number;
  bytes: number;
}

/** What is in a heap, by the kind and name of its objects. */
function weigh(file: string): Map<string, Kept> {
  const { snapshot, nodes, strings }: Snapshot = JSON.parse(readFileSync(file, 'utf8'));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, name, size] = [fields.indexOf('type'), fields.indexOf('name'), fields.indexOf('self_size')];
  const kinds = new Map<string, Kept>();
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = assertDefined(types[0][assertDefined(nodes[at + type])]);
    // Strings and numbers are of no name of their own.
    const label = ['object', 'closure', 'native'].includes(kind)
      ? `${kind} ${strings[assertDefined(nodes[at + name])]?.slice(0, 60)}`
      : kind;
    const known = kinds.get(label) ?? { count: 0, bytes: 0 };
    known.count += 1;
    known.bytes += assertDefined(nodes[at + size]);
    kinds.set(label, known);
  }
  return kinds;
}

/** What a later heap holds more of, the largest first. */
export function compareHeaps(
  before: string,
  after: string,
  most: number,
): { what: string; count: number; kib: number }[] {
  const earlier = weigh(before);
  return [...weigh(after)]
    .map(([what, { count, bytes }]) => {
      const known = earlier.get(what) ?? { count: 0, bytes: 0 };
      return { what, count: count - known.count, kib: Math.round((bytes - known.bytes) / 1024) };
    })
    .sort((one, other) => other.kib - one.kib)
    .slice(0, most);
}
