import { isUuid } from '../kit/ids.ts';
import { invalidRequestId } from './failures.ts';

const bare = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** `/v1` writes ids without dashes. */
export const requestIdOf = (id: string): string => id.replaceAll('-', '');

/** Accepts both spellings. Anything else becomes an id that does not exist. */
export function uuidOf(requestId: string): string {
  const id = requestId.toLowerCase();
  if (isUuid(id)) return id;
  const parts = bare.exec(id);
  if (!parts) throw invalidRequestId();
  return parts.slice(1).join('-');
}
