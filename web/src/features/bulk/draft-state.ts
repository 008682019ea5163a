import { useState, useSyncExternalStore } from 'react';
import { dropDraft, readDraft, saveDraft } from '../../lib/drafts.ts';
import { onSignOut } from '../../lib/session.ts';
import type { World } from '../../lib/world.tsx';
import type { Draft, Verdict } from './draft.ts';

interface DraftState {
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
let state: DraftState | null = null;
const draftName = 'bulk';
/** Browsers lend a few megabytes; larger files live in the tab only. */
const rowsKeptMax = 3000;
const listeners = new Set<() => void>();

let saveTimer: ReturnType<typeof setTimeout> | undefined;

function put(next: DraftState | null): void {
  state = next;
  clearTimeout(saveTimer);
  // A large file is not written anew with every key that is pressed.
  saveTimer = setTimeout(persistDraft, 300);
  for (const listener of listeners) listener();
}

function persistDraft(): void {
  if (!state) dropDraft(draftName);
  else if (state.draft.rows.length <= rowsKeptMax)
    saveDraft(draftName, { draft: state.draft, isInDoubt: state.isInDoubt });
}

/** Puts back on the desk what lay there when the session ended. */
function restoreDraft(): void {
  const kept = state ? null : readDraft<Pick<DraftState, 'draft' | 'isInDoubt'>>(draftName);
  if (kept) state = { ...kept, verdict: null, world: null };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDraftState(): DraftState | null {
  useState(restoreDraft);
  return useSyncExternalStore(subscribe, () => state);
}

export const putDraft = (draft: Draft): void => put({ draft, verdict: null, world: null, isInDoubt: false });
export const clearDraft = (): void => put(null);
onSignOut(() => {
  clearDraft();
  clearTimeout(saveTimer);
});

export function changeDraft(change: (draft: Draft) => Draft): void {
  if (state) put({ ...state, draft: change(state.draft) });
}

export function putUnknownOutcome(isInDoubt: boolean): void {
  if (state) put({ ...state, isInDoubt });
}

export function putVerdict(verdict: Verdict, world: World): void {
  if (state) put({ ...state, verdict, world });
}
