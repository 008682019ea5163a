// The command with everything: the client and the operator's commands. The SDK has main.ts, without the latter.
import { env } from 'node:process';
import { ioOf } from './process-io.ts';
import { run } from './run.ts';

process.exitCode = await run(process.argv.slice(2), {
  ...ioOf(env),
  async runLocal(name, context) {
    const { runLocalCommand } = await import('../server/src/main/local-commands.ts');
    return runLocalCommand(name, context);
  },
});
