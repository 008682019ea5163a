import { presentAs } from '../../../../platform/http/index.ts';
import { RequestSummary, RequestView } from './schema.ts';
import type { ReadRow } from './sql.ts';

const keyOf = (row: ReadRow) => ({ id: row.api_key_id, label: row.key_label });

export const presentRequest = (row: ReadRow) => presentAs(RequestSummary, { ...row, key: keyOf(row) });

export const presentWithBody = (row: ReadRow) => presentAs(RequestView, { ...row, key: keyOf(row) });
