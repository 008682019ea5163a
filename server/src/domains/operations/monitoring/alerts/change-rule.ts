import type { Clock } from '../../../../kit/clock.ts';
import { Invalid, notFound } from '../../../../kit/failure.ts';
import { type Database, inTransaction, type Tx } from '../../../../platform/database/index.ts';
import { areBoundsValid, type RuleRow } from './model.ts';
import { lockRule, writeRule } from './sql.ts';

export interface AlertAction {
  operator: string;
  name: string;
  subjectId: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

export interface ChangeNeeds {
  database: Database;
  clock: Clock;
  record(tx: Tx, action: AlertAction): Promise<void>;
}

export type RuleChanges = Partial<Pick<RuleRow, 'threshold' | 'clears_at' | 'for_seconds' | 'is_enabled'>>;

export const auditedRule = ({ threshold, clears_at, for_seconds, is_enabled }: RuleRow) => ({
  threshold,
  clears_at,
  for_seconds,
  enabled: is_enabled,
});

export const badBounds = (): Invalid =>
  new Invalid([
    { loc: ['body', 'clears_at'], msg: 'Value must be on the other side of the threshold', type: 'value_error' },
  ]);

/** Changes the thresholds of a rule and restarts its timer. Omitted fields stay as they are. */
export async function changeRule(
  { database, clock, record }: ChangeNeeds,
  operator: string,
  id: string,
  changes: RuleChanges,
): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    const before = await lockRule(tx, id);
    if (!before) throw notFound();
    const after = { ...before, ...changes };
    if (!areBoundsValid(after)) throw badBounds();
    await writeRule(tx, id, after, { operator, now: clock.now() });
    await record(tx, {
      operator,
      name: 'alert.changed',
      subjectId: id,
      before: auditedRule(before),
      after: auditedRule(after),
    });
  });
}
