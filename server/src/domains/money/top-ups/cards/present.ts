import type { CardRow, SetupRow } from './sql-cards.ts';

export const presentCard = (row: CardRow) => ({
  id: row.id,
  brand: row.brand,
  last4: row.last4,
  exp_month: row.exp_month,
  exp_year: row.exp_year,
  is_default: row.is_default,
  simulated: row.world === 'test',
  created_at: row.created_at.toISOString(),
});

export const presentSetup = (row: SetupRow) => ({
  id: row.id,
  status: row.status,
  url: row.status === 'requires_action' ? row.url : null,
  card_id: row.card_id,
  return_url: row.return_url,
  expires_at: row.expires_at.toISOString(),
  created_at: row.created_at.toISOString(),
});
