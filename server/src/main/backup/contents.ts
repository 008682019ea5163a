import { type Static, Type } from 'typebox';

/** The first entry of a backup. */
export const Manifest = Type.Object({
  id: Type.String(),
  version: Type.String(),
  /** The time of the snapshot. */
  taken_at: Type.String(),
  migrations: Type.Array(Type.String()),
  tables: Type.Array(Type.Object({ name: Type.String(), columns: Type.Array(Type.String()) })),
});
export type Manifest = Static<typeof Manifest>;

/** The last entry: the totals. A backup without it is incomplete. */
export const Totals = Type.Object({
  rows: Type.Record(Type.String(), Type.Number()),
  sequences: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])),
  ledger: Type.Array(
    Type.Object({ world: Type.String(), kind: Type.String(), transfers: Type.String(), cents: Type.String() }),
  ),
  files: Type.Number(),
  keys: Type.Number(),
});
export type Totals = Static<typeof Totals>;

/** Prefixes of entry names. They say where an entry is restored to. */
export const entryKinds = { table: 'table/', blob: 'blob/', key: 'key/', recipe: 'recipe/', masterKey: 'master-key/' };
