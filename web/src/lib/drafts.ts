import { useState } from 'react';
import { remember, remembered } from './storage.ts';

/**
 * What a person was writing when they left, or when their session ended. It is kept in this browser, belongs to one account
 * and is gone when they sign out, when another person signs in, and after a day.
 */
interface Kept {
  accountId: string;
  at: number;
  value: unknown;
}

const keptMs = 24 * 60 * 60_000;
const storeName = 'drafts';
let owner: string | null = null;

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

const ofOwner = (accountId: string, now: number): Record<string, Kept> =>
  Object.fromEntries(
    Object.entries(all()).filter(
      ([, kept]) => kept.accountId === accountId && kept.at <= now && now < kept.at + keptMs,
    ),
  );

/** Whose drafts are kept from now on; those of anybody else are thrown away. */
export function keepDraftsOf(accountId: string, now = Date.now()): void {
  owner = accountId;
  if (remembered(storeName) !== null) write(ofOwner(accountId, now));
}

export function forgetDrafts(): void {
  owner = null;
  remember(storeName, null);
}

export function keepDraft(name: string, value: unknown, now = Date.now()): void {
  if (owner === null) return;
  write({ ...ofOwner(owner, now), [name]: { accountId: owner, at: now, value } });
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

/** Whether somebody who is not signed in now has something left to come back to. */
export const hasDrafts = (): boolean => remembered(storeName) !== null;

/** A text that outlives a reload and the end of a session until it is sent or taken out. */
export function useKeptText(name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => keptDraft<string>(name) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      if (next === '') dropDraft(name);
      else keepDraft(name, next);
    },
  ];
}
