import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Without listeners the timer is off, so the last time may be old.
  if (timer === undefined) now = Date.now();
  timer ??= setInterval(tick, 10_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The current time, updated every ten seconds by one timer for all components. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
