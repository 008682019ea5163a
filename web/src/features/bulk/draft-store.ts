import { useState, useSyncExternalStore } from 'react';
import { dropDraft, keepDraft, keptDraft } from '../../lib/drafts.ts';
import { onPersonGone } from '../../lib/session.ts';
import type { World } from '../../lib/world.tsx';
import type { Draft, Verdict } from './draft.ts';

interface Desk {
  draft: Draft;
  /** The last answer, and the world that it is about. */
  verdict: Verdict | null;
  world: World | null;
  /** It was sent off to be placed, and its answer is not known. */
  isInDoubt: boolean;
}

/**
 * One file lies on the desk at a time. It stays there while other pages are looked at, and a while longer in this browser:
 * a session that ends, or a tab that is closed, loses no corrections.
 */
let desk: Desk | null = null;
const draftName = 'bulk';
/** Browsers lend a few megabytes; larger files live in the tab only. */
const rowsKeptMost = 3000;
const listeners = new Set<() => void>();

let keeping: ReturnType<typeof setTimeout> | undefined;

function put(next: Desk | null): void {
  desk = next;
  clearTimeout(keeping);
  // A large file is not written anew with every key that is pressed.
  keeping = setTimeout(keep, 300);
  for (const listener of listeners) listener();
}

function keep(): void {
  if (!desk) dropDraft(draftName);
  else if (desk.draft.rows.length <= rowsKeptMost)
    keepDraft(draftName, { draft: desk.draft, isInDoubt: desk.isInDoubt });
}

/** Puts back on the desk what lay there when the session ended. */
function restoreDesk(): void {
  const kept = desk ? null : keptDraft<Pick<Desk, 'draft' | 'isInDoubt'>>(draftName);
  if (kept) desk = { ...kept, verdict: null, world: null };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDesk(): Desk | null {
  useState(restoreDesk);
  return useSyncExternalStore(subscribe, () => desk);
}

export const putDraft = (draft: Draft): void => put({ draft, verdict: null, world: null, isInDoubt: false });
export const clearDesk = (): void => put(null);
onPersonGone(() => {
  clearDesk();
  clearTimeout(keeping);
});

export function changeDraft(change: (draft: Draft) => Draft): void {
  if (desk) put({ ...desk, draft: change(desk.draft) });
}

export function putDoubt(isInDoubt: boolean): void {
  if (desk) put({ ...desk, isInDoubt });
}

export function putVerdict(verdict: Verdict, world: World): void {
  if (desk) put({ ...desk, verdict, world });
}
