import { presentAs } from '../../../platform/http/index.ts';
import type { Finding } from './model.ts';
import { PolicyBody } from './schema.ts';
import type { PolicyRow } from './sql.ts';

export function presentPolicy(row: PolicyRow) {
  return {
    ...presentAs(PolicyBody, row.rules),
    id: row.id,
    scope: row.scope,
    subject: row.subject === '' ? null : row.subject,
    version: row.version,
    updated_by: row.updated_by,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Without a policy, nothing is limited. */
export const noPolicy = {
  id: null,
  scope: 'account' as const,
  subject: null,
  version: 0,
  rules: [],
  updated_by: null,
  created_at: null,
  updated_at: null,
};

export function presentFinding({ rule, decision, limit, used, left }: Finding) {
  return { rule, decision, limit: limit ?? null, used, left };
}
