import { readStored, writeStored } from './storage.ts';

/**
 * What a person was writing when they left, or when their session ended. It is kept in this browser, belongs to one person
 * in one account and is gone when they sign out, when another person signs in, and after a day.
 */
interface SavedDraft {
  who: string;
  at: number;
  value: unknown;
}

const retentionMs = 24 * 60 * 60_000;
const storeName = 'drafts';
let owner: string | null = null;
const waiting = new Set<() => void>();
/** What was sent, and not answered yet. */
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

/** Whose drafts are kept from now on; drafts of anyone else are discarded. */
export function setDraftOwner(who: string, now = Date.now()): void {
  owner = who;
  if (readStored(storeName) !== null) write(draftsOf(who, now));
  for (const tell of waiting) tell();
  waiting.clear();
}

/** Calls at once, or as soon as it is known who is signed in. What it returns takes that back. */
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

/** From now on the next change that the service takes is what this draft was for. */
export const markDraftSent = (name: string): void => {
  sent.add(name);
};

/** The service took a change: what was sent needs to be kept no longer. */
export function deleteSentDrafts(): void {
  for (const name of sent) dropDraft(name);
  sent.clear();
}

/** Whether somebody who is not signed in now has something left to come back to. */
export const hasDrafts = (): boolean => readStored(storeName) !== null;
