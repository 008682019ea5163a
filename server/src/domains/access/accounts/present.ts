import type { ListedKeyRow } from './sql.ts';

export function presentKey(row: ListedKeyRow) {
  return {
    id: row.id,
    label: row.label,
    world: row.world,
    hint: row.hint,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    scopes: row.scopes,
    expires_at: row.expires_at?.toISOString() ?? null,
    allowed_addresses: row.allowed_addresses,
    allowed_origins: row.allowed_origins,
    limits: {
      spend_per_day_cents: row.spend_per_day_cents,
      spend_per_order_cents: row.spend_per_order_cents,
      allowed_retailers: row.allowed_retailers,
    },
  };
}
