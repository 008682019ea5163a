import { csvRow } from '../../../kit/csv.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { type DecisionRow, readDecisions } from './sql-chain.ts';

const columns = ['position', 'created_at', 'decision', 'rule', 'order_id', 'key_id', 'hash', 'inputs'] as const;

function presentDecision(row: DecisionRow): Record<(typeof columns)[number], string | number | null> {
  return {
    position: row.position,
    created_at: row.created_at.toISOString(),
    decision: row.decision,
    rule: row.rule,
    order_id: row.order_id,
    key_id: row.key_id,
    hash: row.hash.toString('hex'),
    inputs: row.inputs,
  };
}

/** An account's decisions as text, page by page. In JSON, `inputs` is the hashed text itself. */
export async function* decisionsAs(
  format: 'json' | 'csv',
  executor: Executor,
  of: { accountId: string; world: World },
): AsyncGenerator<string> {
  yield format === 'csv' ? csvRow(columns) : '{"decisions":[';
  let isFirst = true;
  for await (const row of readDecisions(executor, of)) {
    const shown = presentDecision(row);
    if (format === 'csv') yield csvRow(columns.map((column) => shown[column]?.toString() ?? null));
    else yield `${isFirst ? '' : ','}${JSON.stringify(shown)}`;
    isFirst = false;
  }
  if (format === 'json') yield ']}';
}
