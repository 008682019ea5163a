/** A place that a visit has: it gives it back once, or leaves it to others while it waits for a person. */
export interface Slot {
  release(): void;
  park(): void;
}

/** So many visits may wait for a person beside those that are under way. */
const waitingSessionsMax = 4;

/** As many visits at once as may be; the others wait, the longest waiting first. */
export function createSlots(atOnce: number, onEmpty: () => void) {
  let inUse = 0;
  let aside = 0;
  const waiting: (() => void)[] = [];

  /** The place goes straight to the visit that waits longest. */
  function free(): void {
    const next = waiting.shift();
    if (next) next();
    else inUse -= 1;
  }

  function place(): Slot {
    let state: 'taken' | 'aside' | 'back' = 'taken';
    return {
      release() {
        if (state === 'back') return;
        if (state === 'taken') free();
        else aside -= 1;
        state = 'back';
        if (inUse + aside === 0) onEmpty();
      },
      park() {
        if (state !== 'taken' || aside >= waitingSessionsMax) return;
        state = 'aside';
        aside += 1;
        free();
      },
    };
  }

  function turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(go);
    });
  }

  return {
    async take(signal: AbortSignal): Promise<Slot> {
      signal.throwIfAborted();
      if (inUse < atOnce) inUse += 1;
      else await turn(signal);
      return place();
    },
    isEmpty: (): boolean => inUse + aside === 0,
  };
}
