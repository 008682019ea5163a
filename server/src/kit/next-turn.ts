const waiting: (() => void)[] = [];

function runOne(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(runOne);
}

/**
 * Resolves in a later turn of the event loop, for one caller per turn: however many long pieces of work run at once,
 * other requests wait for only one piece.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(runOne);
  });
}
