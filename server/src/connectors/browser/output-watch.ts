import { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { fieldsOf } from '../../kit/fields.ts';

/** Longer than any picture or saved session. Each message is parsed at once, and one of 512 MB ends this process. */
const messageBytesMax = 8 * 1024 * 1024;
/** What a browser may send within this time. Purchases that are watched by operators send a tenth of it. */
const periodMs = 10_000;
const periodBytesMax = 64 * 1024 * 1024;

/** The processes that are started until `end` is called. */
export function collectProcesses(): { started: ChildProcess[]; end(): void } {
  const started: ChildProcess[] = [];
  const note = (message: unknown): void => {
    const { process: child } = fieldsOf(message);
    if (child instanceof ChildProcess) started.push(child);
  };
  subscribe('child_process', note);
  return { started, end: () => unsubscribe('child_process', note) };
}

/** Returns why a browser must be stopped after this output, or null. `separator`: the byte that ends a message. */
export function createOutputCounter(separator: number, now: () => number = Date.now): (chunk: Buffer) => string | null {
  let openBytes = 0;
  let periodBytes = 0;
  let periodEndsAt = 0;
  return (chunk) => {
    const end = chunk.lastIndexOf(separator);
    const isTooLong = openBytes + (end < 0 ? chunk.length : chunk.indexOf(separator)) > messageBytesMax;
    openBytes = end < 0 ? openBytes + chunk.length : chunk.length - end - 1;
    if (now() >= periodEndsAt) [periodBytes, periodEndsAt] = [0, now() + periodMs];
    periodBytes += chunk.length;
    if (isTooLong) return 'a message was too long';
    return periodBytes > periodBytesMax ? 'it sent too much' : null;
  };
}

const watched = new WeakSet<ChildProcess>();

/**
 * Kills a browser that sends more than it has to. Whatever a page logs, asks in a dialog or receives is sent here, even if
 * nobody reads it.
 */
export function watchOutput(child: ChildProcess, onFlood: (reason: string) => void): void {
  const { pid } = child;
  if (pid === undefined || watched.has(child)) return;
  watched.add(child);
  // Chromium writes its log, which quotes what pages log, and its messages.
  for (const [output, separator] of [
    [child.stderr, 0x0a],
    [child.stdio[4], 0],
  ] as const) {
    const problemWith = createOutputCounter(separator);
    const count = (chunk: Buffer): void => {
      const problem = problemWith(chunk);
      if (problem === null) return;
      output?.off('data', count);
      onFlood(problem);
      killGroup(pid);
    };
    output?.on('data', count);
  }
}

/** Chromium leads a process group. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
