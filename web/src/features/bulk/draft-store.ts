import { useSyncExternalStore } from 'react';
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

/** One file lies on the desk at a time. It stays there while other pages are looked at, and never leaves the browser's memory. */
let desk: Desk | null = null;
const listeners = new Set<() => void>();

function put(next: Desk | null): void {
  desk = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useDesk = (): Desk | null => useSyncExternalStore(subscribe, () => desk);

export const putDraft = (draft: Draft): void => put({ draft, verdict: null, world: null, isInDoubt: false });
export const clearDesk = (): void => put(null);
onPersonGone(clearDesk);

export function changeDraft(change: (draft: Draft) => Draft): void {
  if (desk) put({ ...desk, draft: change(desk.draft) });
}

export function putDoubt(isInDoubt: boolean): void {
  if (desk) put({ ...desk, isInDoubt });
}

export function putVerdict(verdict: Verdict, world: World): void {
  if (desk) put({ ...desk, verdict, world });
}
