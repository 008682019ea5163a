import { useState, useSyncExternalStore } from 'react';
import { dropDraft, readDraft, saveDraft } from '../../lib/drafts.ts';
import { onSignOut } from '../../lib/session.ts';
import type { World } from '../../lib/world.tsx';
import type { Draft, Verdict } from './draft.ts';

interface DraftState {
  draft: Draft;
  /** The last check and its mode. */
  verdict: Verdict | null;
  world: World | null;
  /** It was sent to be placed, without a response yet. */
  isOutcomeUnknown: boolean;
}

/** The one open file. It is also saved in the browser, so the end of the session or a closed tab loses no corrections. */
let state: DraftState | null = null;
const draftName = 'bulk';
/** Browsers store a few megabytes. Larger files are kept in the tab only. */
const rowsKeptMax = 3000;
const listeners = new Set<() => void>();

let saveTimer: ReturnType<typeof setTimeout> | undefined;

function put(next: DraftState | null): void {
  state = next;
  clearTimeout(saveTimer);
  // Don't write a large file on every keystroke.
  saveTimer = setTimeout(persistDraft, 300);
  for (const listener of listeners) listener();
}

function persistDraft(): void {
  if (!state) dropDraft(draftName);
  else if (state.draft.rows.length <= rowsKeptMax)
    saveDraft(draftName, { draft: state.draft, isOutcomeUnknown: state.isOutcomeUnknown });
}

/** Restores the file from the last session. */
function restoreDraft(): void {
  const kept = state ? null : readDraft<Pick<DraftState, 'draft' | 'isOutcomeUnknown'>>(draftName);
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

export const putDraft = (draft: Draft): void => put({ draft, verdict: null, world: null, isOutcomeUnknown: false });
export const clearDraft = (): void => put(null);
onSignOut(() => {
  clearDraft();
  clearTimeout(saveTimer);
});

export function changeDraft(change: (draft: Draft) => Draft): void {
  if (state) put({ ...state, draft: change(state.draft) });
}

export function putUnknownOutcome(isOutcomeUnknown: boolean): void {
  if (state) put({ ...state, isOutcomeUnknown });
}

export function putVerdict(verdict: Verdict, world: World): void {
  if (state) put({ ...state, verdict, world });
}
