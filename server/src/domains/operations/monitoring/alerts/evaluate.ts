import type { Clock } from '../../../../kit/clock.ts';
import { newId } from '../../../../kit/ids.ts';
import { type Database, inTransaction, type Tx } from '../../../../platform/database/index.ts';
import { enqueue } from '../../../../platform/queue/index.ts';
import { watched } from '../readings.ts';
import { evaluateReading, type RuleRow } from './model.ts';
import type { Notice } from './notify.ts';
import { findOpenAlert, insertAlert, listChannels, listRules, lockRule, resolveAlert, writeBreached } from './sql.ts';

export interface EvaluateNeeds {
  database: Database;
  clock: Clock;
  operatorEmails: readonly string[];
}

/**
 * Compares every rule with the readings. The rule is locked and can have only one open alert, so each alert is opened
 * and closed once, together with its notifications, whichever process looks.
 */
export async function evaluateRules(needs: EvaluateNeeds, values: ReadonlyMap<string, number>): Promise<void> {
  for (const { id } of await listRules(needs.database.db)) {
    await inTransaction(needs.database.db, (tx) => evaluateRule(needs, tx, id, values));
  }
}

async function evaluateRule(
  { clock, operatorEmails }: EvaluateNeeds,
  tx: Tx,
  id: string,
  values: ReadonlyMap<string, number>,
): Promise<void> {
  const rule = await lockRule(tx, id);
  const value = rule ? values.get(rule.reading) : undefined;
  if (!rule || value === undefined) return;
  const now = clock.now();
  const open = await findOpenAlert(tx, id);
  const verdict = rule.is_enabled ? evaluateReading(rule, value, { now, isOpen: open !== null }) : 'ok';
  if (verdict === 'waits') await writeBreached(tx, id, rule.breached_since ?? now);
  if (verdict === 'ok') await writeBreached(tx, id, null);
  if (verdict === 'fires') {
    const alert = { id: newId(), rule_id: id, title: rule.title, value, detail: detailOf(rule, value), fired_at: now };
    if (await insertAlert(tx, alert))
      await queueNotices(tx, operatorEmails, { alertId: alert.id, phase: 'firing' }, now);
  }
  if (verdict === 'ok' && open && (await resolveAlert(tx, open.id, now))) {
    await queueNotices(tx, operatorEmails, { alertId: open.id, phase: 'resolved' }, now);
  }
}

function detailOf(rule: RuleRow, value: number): string {
  const reading = watched(rule.reading);
  if (!reading) return `${rule.reading} is ${value}.`;
  const { label, unit, format } = reading;
  if (unit === 'flag') return `${label}.`;
  return `${label}: ${format(value)} (${rule.fires_when} ${format(rule.threshold)}).`;
}

type PendingNotice = Pick<Notice, 'alertId' | 'phase'>;

/** One job per recipient, so an unreachable one does not delay the others. */
async function queueNotices(tx: Tx, operatorEmails: readonly string[], owed: PendingNotice, now: Date): Promise<void> {
  const channels = await listChannels(tx);
  const addresses = new Set([
    ...operatorEmails,
    ...channels.filter(({ kind }) => kind === 'mail').map(({ target }) => target.toLowerCase()),
  ]);
  const notices: Notice[] = [
    ...[...addresses].map((address): Notice => ({ ...owed, address })),
    ...channels.filter(({ kind }) => kind === 'webhook').map(({ id }): Notice => ({ ...owed, channelId: id })),
  ];
  await enqueue(
    tx,
    notices.map((payload) => ({ kind: 'alerts.notify', payload, runAt: now })),
  );
}
