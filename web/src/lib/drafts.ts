import { remember, remembered } from './storage.ts';

/**
 * What a person was writing when they left, or when their session ended. It is kept in this browser, belongs to one person
 * in one account and is gone when they sign out, when another person signs in, and after a day.
 */
interface Kept {
  who: string;
  at: number;
  value: unknown;
}

const keptMs = 24 * 60 * 60_000;
const storeName = 'drafts';
let owner: string | null = null;
const waiting = new Set<() => void>();
/** What was sent, and not answered yet. */
const sent = new Set<string>();

function all(): Record<string, Kept> {
  try {
    return JSON.parse(remembered(storeName) ?? '{}') as Record<string, Kept>;
  } catch {
    return {};
  }
}

function write(drafts: Record<string, Kept>): void {
  remember(storeName, Object.keys(drafts).length > 0 ? JSON.stringify(drafts) : null);
}

const ofOwner = (who: string, now: number): Record<string, Kept> =>
  Object.fromEntries(
    Object.entries(all()).filter(([, kept]) => kept.who === who && kept.at <= now && now < kept.at + keptMs),
  );

/** Whose drafts are kept from now on; those of anybody else are thrown away. */
export function keepDraftsOf(who: string, now = Date.now()): void {
  owner = who;
  if (remembered(storeName) !== null) write(ofOwner(who, now));
  for (const tell of waiting) tell();
  waiting.clear();
}

/** Calls at once, or as soon as it is known who is signed in. What it returns takes that back. */
export function whenOwnerIsKnown(tell: () => void): () => void {
  if (owner === null) waiting.add(tell);
  else tell();
  return () => waiting.delete(tell);
}

export function forgetDrafts(): void {
  owner = null;
  sent.clear();
  remember(storeName, null);
}

export function keepDraft(name: string, value: unknown, now = Date.now()): void {
  if (owner === null) return;
  sent.delete(name);
  write({ ...ofOwner(owner, now), [name]: { who: owner, at: now, value } });
}

export function keptDraft<T>(name: string, now = Date.now()): T | null {
  if (owner === null) return null;
  return (ofOwner(owner, now)[name]?.value as T | undefined) ?? null;
}

export function dropDraft(name: string, now = Date.now()): void {
  if (owner === null) return;
  const { [name]: _dropped, ...rest } = ofOwner(owner, now);
  write(rest);
}

/** From now on the next change that the service takes is what this draft was for. */
export const sendsDraft = (name: string): void => {
  sent.add(name);
};

/** The service took a change: what was sent needs to be kept no longer. */
export function forgetSentDrafts(): void {
  for (const name of sent) dropDraft(name);
  sent.clear();
}

/** Whether somebody who is not signed in now has something left to come back to. */
export const hasDrafts = (): boolean => remembered(storeName) !== null;
