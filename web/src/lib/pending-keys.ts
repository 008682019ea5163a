import { readStored, writeStored } from './storage.ts';

/** The idempotency key for a request without a response. It outlives the tab, so the same request is not made twice. */
interface Pending {
  key: string;
  at: number;
}

/** After this, the same request means a new one. */
const retentionMs = 15 * 60_000;
const name = 'pending';

function all(now: number): Record<string, Pending> {
  try {
    const kept = JSON.parse(readStored(name) ?? '{}') as Record<string, Pending>;
    return Object.fromEntries(Object.entries(kept).filter(([, { at }]) => at <= now && now < at + retentionMs));
  } catch {
    return {};
  }
}

function write(pending: Record<string, Pending>): void {
  writeStored(name, Object.keys(pending).length > 0 ? JSON.stringify(pending) : null);
}

export const readPendingKey = (asked: string, now = Date.now()): string | null => all(now)[digest(asked)]?.key ?? null;

export function savePendingKey(asked: string, key: string, now = Date.now()): void {
  write({ ...all(now), [digest(asked)]: { key, at: now } });
}

export function deletePendingKey(key: string, now = Date.now()): void {
  write(Object.fromEntries(Object.entries(all(now)).filter(([, pending]) => pending.key !== key)));
}

/** A collision is harmless: the service refuses a key with another body. crypto.subtle exists on secure origins only. */
export function digest(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  return [a, b].map((half) => (half >>> 0).toString(36)).join('-');
}
