import type { Io } from './command.ts';

const width = 30;

/** A progress bar on a terminal; nothing elsewhere. */
export function createProgress({ err, isTerminal }: Pick<Io, 'err' | 'isTerminal'>, total: number) {
  return {
    show(done: number): void {
      if (!isTerminal) return;
      const filled = Math.floor((done / total) * width);
      const bar = '#'.repeat(filled) + '.'.repeat(width - filled);
      err(`\r[${bar}] ${done} of ${total} orders completed`);
    },
    end(): void {
      if (isTerminal) err('\n');
    },
  };
}
