import { sql } from 'kysely';
import type { Executor, Row, Tx } from '../../../../platform/database/index.ts';
import type { RuleRow } from './model.ts';

export type AlertRow = Row<'alerts'>;
export type ChannelRow = Row<'alert_channels'>;

export async function listRules(executor: Executor): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`select * from alert_rules order by id`.execute(executor);
  return rows;
}

/** Locks the rule: concurrent evaluations run one after the other. */
export async function lockRule(tx: Tx, id: string): Promise<RuleRow | null> {
  const { rows } = await sql<RuleRow>`select * from alert_rules where id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function writeRule(
  tx: Tx,
  id: string,
  rule: Pick<RuleRow, 'threshold' | 'clears_at' | 'for_seconds' | 'is_enabled'>,
  by: { operator: string; now: Date },
): Promise<void> {
  await sql`
    update alert_rules set threshold = ${rule.threshold}, clears_at = ${rule.clears_at}, for_seconds = ${rule.for_seconds},
      is_enabled = ${rule.is_enabled}, breached_since = null, updated_at = ${by.now}, updated_by = ${by.operator}
    where id = ${id}`.execute(tx);
}

export async function insertRule(
  tx: Tx,
  rule: Omit<RuleRow, 'breached_since' | 'updated_at' | 'updated_by'>,
  by: { operator: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into alert_rules (id, title, reading, fires_when, threshold, clears_at, for_seconds, is_enabled, updated_at, updated_by)
    values (${rule.id}, ${rule.title}, ${rule.reading}, ${rule.fires_when}, ${rule.threshold}, ${rule.clears_at},
      ${rule.for_seconds}, ${rule.is_enabled}, ${by.now}, ${by.operator})
    on conflict do nothing returning id`.execute(tx);
  return rows.length === 1;
}

export async function deleteRule(tx: Tx, id: string): Promise<void> {
  await sql`delete from alert_rules where id = ${id}`.execute(tx);
}

export async function writeBreached(tx: Tx, id: string, since: Date | null): Promise<void> {
  await sql`
    update alert_rules set breached_since = ${since} where id = ${id} and breached_since is distinct from ${since}`.execute(
    tx,
  );
}

export async function findOpenAlert(executor: Executor, ruleId: string): Promise<AlertRow | null> {
  const { rows } = await sql<AlertRow>`
    select * from alerts where rule_id = ${ruleId} and resolved_at is null`.execute(executor);
  return rows[0] ?? null;
}

export async function findAlert(executor: Executor, id: string): Promise<AlertRow | null> {
  const { rows } = await sql<AlertRow>`select * from alerts where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** False if the rule already has an open alert. */
export async function insertAlert(tx: Tx, alert: Omit<AlertRow, 'resolved_at'>): Promise<boolean> {
  const { rows } = await sql`
    insert into alerts (id, rule_id, title, value, detail, fired_at)
    values (${alert.id}, ${alert.rule_id}, ${alert.title}, ${alert.value}, ${alert.detail}, ${alert.fired_at})
    on conflict do nothing returning id`.execute(tx);
  return rows.length === 1;
}

export async function resolveAlert(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update alerts set resolved_at = ${now} where id = ${id} and resolved_at is null returning id`.execute(tx);
  return rows.length === 1;
}

export async function listAlerts(executor: Executor, limit: number): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select * from alerts order by resolved_at is not null, fired_at desc limit ${limit}`.execute(executor);
  return rows;
}

/** Active alerts, oldest first. */
export async function listFiring(executor: Executor, limit: number): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select * from alerts where resolved_at is null order by fired_at, id limit ${limit}`.execute(executor);
  return rows;
}

export async function pruneAlerts(executor: Executor, before: Date): Promise<void> {
  await sql`delete from alerts where resolved_at < ${before}`.execute(executor);
}

export async function listChannels(executor: Executor): Promise<ChannelRow[]> {
  const { rows } = await sql<ChannelRow>`select * from alert_channels order by created_at`.execute(executor);
  return rows;
}

export async function findChannel(executor: Executor, id: string): Promise<ChannelRow | null> {
  const { rows } = await sql<ChannelRow>`select * from alert_channels where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

export async function insertChannel(tx: Tx, channel: ChannelRow): Promise<void> {
  await sql`
    insert into alert_channels (id, kind, target, created_at, created_by)
    values (${channel.id}, ${channel.kind}, ${channel.target}, ${channel.created_at}, ${channel.created_by})`.execute(
    tx,
  );
}

export async function deleteChannel(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`delete from alert_channels where id = ${id} returning id`.execute(tx);
  return rows.length === 1;
}

export async function countFiring(executor: Executor): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from alerts where resolved_at is null`.execute(
    executor,
  );
  return rows[0]?.n ?? 0;
}
