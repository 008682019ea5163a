import { sql } from 'kysely';
import { existing } from '../../kit/existing.ts';
import type { Page } from '../../kit/page.ts';
import type { Executor, Row } from '../../platform/database/index.ts';
import type { Action } from './model.ts';

export interface ActionRow extends Row<'audit_log'> {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

export async function insertAction(executor: Executor, action: Action, now: Date): Promise<void> {
  await sql`
    insert into audit_log (at, operator, action, subject_type, subject_id, before, after, note)
    values (${now}, ${action.operator}, ${action.name}, ${action.subject.type}, ${action.subject.id},
      ${json(action.before)}::jsonb, ${json(action.after)}::jsonb, ${action.note ?? null})`.execute(executor);
}

export async function listActions(executor: Executor, page: Page): Promise<{ rows: ActionRow[]; total: number }> {
  const { rows } = await sql<ActionRow>`
    select * from audit_log order by id desc limit ${page.limit} offset ${page.offset}`.execute(executor);
  const counted = await sql<{ total: number }>`select count(*) as total from audit_log`.execute(executor);
  return { rows, total: existing(counted.rows[0]).total };
}
