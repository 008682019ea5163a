// The command with everything: the client and the operator's commands. The SDK has main.ts, without the latter.
import { env } from 'node:process';
import { ioOf } from './process-io.ts';
import { run } from './run.ts';

const [name, ...args] = process.argv.slice(2);
if (name === 'admin' && !args.includes('--help')) {
  // It reads its own options.
  process.argv.splice(2, 1);
  await import('../server/src/main/admin.ts');
} else
  process.exitCode = await run(process.argv.slice(2), {
    ...ioOf(env),
    async runLocal(local, context) {
      const { runLocalCommand } = await import('../server/src/main/local-commands.ts');
      return runLocalCommand(local, context);
    },
  });
