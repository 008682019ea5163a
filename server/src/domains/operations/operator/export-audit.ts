import type { Clock } from '../../../kit/clock.ts';
import { csvRow } from '../../../kit/csv.ts';
import { writeInPieces } from '../../../kit/write-in-pieces.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import type { Action } from './model.ts';
import { type ActionFilter, type ActionRow, insertAction, listActionsBehind } from './sql.ts';

/** Records an operator's action in the transaction of the action itself. */
export async function recordAction({ tx, clock }: { tx: Tx; clock: Clock }, action: Action): Promise<void> {
  await insertAction(tx, action, clock.now());
}

const entriesAtOnce = 500;
const columns = ['id', 'at', 'operator', 'action', 'subject_type', 'subject_id', 'note', 'before', 'after'] as const;
const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** The log as CSV, newest first. Read in batches, to use little memory. */
export async function* exportAudit(db: Db, filter: ActionFilter): AsyncGenerator<string> {
  yield csvRow(columns);
  for (let last: ActionRow | null = null; ; ) {
    const rows = await listActionsBehind(db, filter, last, entriesAtOnce);
    yield* writeInPieces(rows, (row) =>
      csvRow([
        String(row.id),
        row.at.toISOString(),
        row.operator,
        row.action,
        row.subject_type,
        row.subject_id,
        row.note,
        json(row.before),
        json(row.after),
      ]),
    );
    const end = rows.at(-1);
    if (!end || rows.length < entriesAtOnce) return;
    last = end;
  }
}
