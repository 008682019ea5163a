import { setTimeout as pause } from 'node:timers/promises';
import { ErrandError } from '../sdk/src/index.ts';
import type { Io } from './command.ts';

/** Repeats a read until the service is back, so that a restart does not end a command that follows events. */
export async function keepTrying<Result>(io: Pick<Io, 'err'>, read: () => Promise<Result>, pauseMs = 2000) {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ErrandError && error.retryable)) throw error;
      if (isFirst) io.err('Connection lost. Reconnecting…\n');
      await pause(pauseMs);
    }
  }
}
