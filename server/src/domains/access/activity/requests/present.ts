import type { ReadRow } from './sql.ts';

export function presentRequest(row: ReadRow) {
  return {
    request_id: row.request_id,
    at: row.at.toISOString(),
    method: row.method,
    route: row.route,
    path: row.path,
    query: row.query,
    status: row.status,
    ms: row.ms,
    error_code: row.error_code,
    error_message: row.error_message,
    key: { id: row.api_key_id, label: row.key_label },
    body_state: row.body_state,
    stands_for: row.stands_for,
  };
}

export const presentWithBody = (row: ReadRow) => ({ ...presentRequest(row), body: row.body });
