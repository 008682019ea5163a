import type { Finding, PolicyRules } from './model.ts';
import type { PolicyRow } from './sql.ts';

/** The rules field by field. Other stored values are not shown. */
function presentRules(rules: PolicyRules): PolicyRules {
  const { default: base, windows, retailers, countries, addresses, approve, approvers, frozen } = rules;
  const { max_order_cents, max_open_cents, deny_words, max_quantity, approve_within_minutes } = rules;
  const { not_before, not_after, require_reason } = rules;
  const shown: PolicyRules = {
    ...(base === undefined ? {} : { default: base }),
    ...(max_order_cents === undefined ? {} : { max_order_cents }),
    ...(windows === undefined ? {} : { windows }),
    ...(max_open_cents === undefined ? {} : { max_open_cents }),
    ...(retailers === undefined ? {} : { retailers }),
    ...(countries === undefined ? {} : { countries }),
    ...(addresses === undefined ? {} : { addresses }),
    ...(deny_words === undefined ? {} : { deny_words }),
    ...(max_quantity === undefined ? {} : { max_quantity }),
    ...(approve === undefined ? {} : { approve }),
    ...(approvers === undefined ? {} : { approvers }),
    ...(approve_within_minutes === undefined ? {} : { approve_within_minutes }),
    ...(not_before === undefined ? {} : { not_before }),
    ...(not_after === undefined ? {} : { not_after }),
    ...(require_reason === undefined ? {} : { require_reason }),
    ...(frozen === undefined ? {} : { frozen }),
  };
  return shown;
}

export function presentPolicy(row: PolicyRow) {
  return {
    ...presentRules(row.rules),
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
