// Who may read and write which table. architecture.cjs names the owners.
import type { TableUse } from './uses.ts';

export interface Owned {
  tables: string[];
  /** Readable by everyone. */
  views?: string[];
}

/** By slice (`orders/orders`), or by folder of server/src for tables outside the slices (`platform/queue`). */
export type Owners = Record<string, Owned>;

export interface FileUses {
  /** Path below server/src. */
  file: string;
  uses: TableUse[];
}

const pairs = (owners: Owners, names: (owned: Owned) => string[]) =>
  Object.entries(owners).flatMap(([owner, owned]) => names(owned).map((name) => [name, owner] as const));

/** The slice or folder that contains the file. */
export const ownerOf = (file: string, owners: readonly string[]): string | undefined =>
  owners
    .filter((owner) => file.startsWith(`domains/${owner}/`) || file.startsWith(`${owner}/`))
    .toSorted((one, other) => other.length - one.length)[0];

/** Checks that every table and view has one owner, and that every owner exists. */
export function checkOwners(
  owners: Owners,
  exists: { tables: readonly string[]; views: readonly string[]; owners: readonly string[] },
): string[] {
  const check = (kind: 'table' | 'view', named: (readonly [string, string])[], there: readonly string[]) => [
    ...there
      .filter((name) => !named.some(([known]) => known === name))
      .map((name) => `The ${kind} ${name} has no owner: name it in architecture.cjs.`),
    ...named
      .filter(([name]) => !there.includes(name))
      .map(([name, owner]) => `${owner} owns the ${kind} ${name}, which does not exist.`),
    ...named
      .filter(([name], at) => named.findIndex(([known]) => known === name) !== at)
      .map(([name]) => `The ${kind} ${name} has two owners.`),
  ];
  return [
    ...check(
      'table',
      pairs(owners, (owned) => owned.tables),
      exists.tables,
    ),
    ...check(
      'view',
      pairs(owners, (owned) => owned.views ?? []),
      exists.views,
    ),
    ...Object.keys(owners)
      .filter((owner) => !exists.owners.includes(owner))
      .map((owner) => `The owner ${owner} is neither a slice nor a folder.`),
  ];
}

/** Only the owner reads and writes a table. Everyone may read a view; nobody writes one. */
export function checkUses(owners: Owners, files: readonly FileUses[]): string[] {
  const tableOwners = new Map(pairs(owners, (owned) => owned.tables));
  const viewOwners = new Map(pairs(owners, (owned) => owned.views ?? []));
  return files.flatMap(({ file, uses }) => {
    const by = ownerOf(file, Object.keys(owners));
    return uses.flatMap(({ table, kind }) => {
      const owner = tableOwners.get(table);
      if (owner === undefined)
        return kind === 'write' && viewOwners.has(table) ? [`${file} writes ${table}, which is a view.`] : [];
      return owner === by ? [] : [`${file} ${kind}s ${table}, which ${owner} owns.`];
    });
  });
}

/** A view reads only views and its owner's tables. */
export function checkViews(owners: Owners, views: ReadonlyMap<string, TableUse[]>): string[] {
  return pairs(owners, (owned) => owned.views ?? []).flatMap(([view, owner]) =>
    (views.get(view) ?? [])
      .filter(({ table }) =>
        pairs(owners, (owned) => owned.tables).some(([name, by]) => name === table && by !== owner),
      )
      .map(({ table }) => `The view ${view} of ${owner} reads ${table}, which it does not own.`),
  );
}
