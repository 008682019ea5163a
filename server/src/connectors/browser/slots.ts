/** A session's slot. Parking it lets others run while the session waits for a person. */
export interface Slot {
  release(): void;
  park(): void;
}

/** How many sessions may wait for a person beside the running ones. */
const waitingSessionsMax = 4;

/** Limits how many sessions run at once. The others wait in order. */
export function createSlots(atOnce: number, onEmpty: () => void) {
  let inUse = 0;
  let aside = 0;
  const waiting: (() => void)[] = [];

  /** Hands the slot to the session that waits longest. */
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
