import { useSyncExternalStore } from 'react';

/** How long a change can be undone before it is sent. */
const undoMs = 10_000;

const unsent = new Map<string, () => Promise<void>>();
const listeners = new Set<() => void>();

function update(): void {
  for (const listener of listeners) listener();
}

/**
 * Sends a change after ten seconds, unless it is undone. Leaving or hiding the page sends it at once, so `send` must use a
 * request that outlives the page. Returns a function that undoes it.
 */
export function sendUnlessUndone(key: string, send: () => Promise<void>): () => void {
  const take = (): boolean => {
    clearTimeout(timer);
    if (unsent.get(key) !== sendNow) return false;
    unsent.delete(key);
    update();
    return true;
  };
  const sendNow = async () => {
    if (take()) await send();
  };
  const timer = setTimeout(sendNow, undoMs);
  addEventListener('pagehide', sendUnsent);
  document.addEventListener('visibilitychange', sendWhenHidden);
  unsent.set(key, sendNow);
  update();
  return take;
}

/** For the moment before a person leaves the page or signs out. */
export async function sendUnsent(): Promise<void> {
  await Promise.all([...unsent.values()].map((sendNow) => sendNow()));
}

function sendWhenHidden(): void {
  if (document.visibilityState === 'hidden') void sendUnsent();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useIsUnsent = (key: string): boolean => useSyncExternalStore(subscribe, () => unsent.has(key));
