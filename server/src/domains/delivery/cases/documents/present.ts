import type { DocumentRow } from './sql.ts';

export const presentDocument = (row: DocumentRow) => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  content_type: row.content_type,
  bytes: row.bytes,
  source: row.filed_by === null ? ('store' as const) : ('operator' as const),
  created_at: row.created_at.toISOString(),
});
