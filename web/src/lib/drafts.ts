import { readStored, writeStored } from './storage.ts';

/** An unsent form. It belongs to one person on one account and is deleted after a day, or when they sign out or another person signs in. */
interface SavedDraft {
  who: string;
  at: number;
  value: unknown;
}

const retentionMs = 24 * 60 * 60_000;
const storeName = 'drafts';
let owner: string | null = null;
const waiting = new Set<() => void>();
/** Drafts that were sent and got no response yet. */
const sent = new Set<string>();

function all(): Record<string, SavedDraft> {
  try {
    return JSON.parse(readStored(storeName) ?? '{}') as Record<string, SavedDraft>;
  } catch {
    return {};
  }
}

function write(drafts: Record<string, SavedDraft>): void {
  writeStored(storeName, Object.keys(drafts).length > 0 ? JSON.stringify(drafts) : null);
}

const draftsOf = (who: string, now: number): Record<string, SavedDraft> =>
  Object.fromEntries(
    Object.entries(all()).filter(([, kept]) => kept.who === who && kept.at <= now && now < kept.at + retentionMs),
  );

/** Keeps drafts of this person from now on, and deletes those of anyone else. */
export function setDraftOwner(who: string, now = Date.now()): void {
  owner = who;
  if (readStored(storeName) !== null) write(draftsOf(who, now));
  for (const tell of waiting) tell();
  waiting.clear();
}

/** Calls back at once or as soon as it is known who is signed in. Returns how to unsubscribe. */
export function onOwnerKnown(tell: () => void): () => void {
  if (owner === null) waiting.add(tell);
  else tell();
  return () => waiting.delete(tell);
}

export function deleteDrafts(): void {
  owner = null;
  sent.clear();
  writeStored(storeName, null);
}

export function saveDraft(name: string, value: unknown, now = Date.now()): void {
  if (owner === null) return;
  sent.delete(name);
  write({ ...draftsOf(owner, now), [name]: { who: owner, at: now, value } });
}

export function readDraft<T>(name: string, now = Date.now()): T | null {
  if (owner === null) return null;
  return (draftsOf(owner, now)[name]?.value as T | undefined) ?? null;
}

export function dropDraft(name: string, now = Date.now()): void {
  if (owner === null) return;
  const { [name]: _dropped, ...rest } = draftsOf(owner, now);
  write(rest);
}

/** The next change that the service accepts was this draft. */
export const markDraftSent = (name: string): void => {
  sent.add(name);
};

/** The service accepted a change, so its draft is no longer needed. */
export function deleteSentDrafts(): void {
  for (const name of sent) dropDraft(name);
  sent.clear();
}

/** Whether a signed-out person has a draft to come back to. */
export const hasDrafts = (): boolean => readStored(storeName) !== null;
