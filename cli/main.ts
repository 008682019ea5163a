// By its name and not as process.env, which a bundler for the web takes for a constant.
import { env } from 'node:process';
import { ioOf } from './process-io.ts';
import { run } from './run.ts';

// The next program has read enough, as in `errand orders export | head -1`.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

process.exitCode = await run(process.argv.slice(2), ioOf(env));
