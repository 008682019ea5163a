// Kills `errand` at random moments while it unpacks itself, backs up, restores, upgrades and moves. Checks that nothing
// is lost and that the next start says what happened.
import { rmSync } from 'node:fs';
import { inspect } from 'node:util';
import { reportProblems } from '../server/test/drills/kills/service.ts';
import { startDebianPostgres } from './debian-postgres.ts';
import { drillBackup, drillRestore, drillUnpacking, drillUpgrade } from './install-drill/commands.ts';
import { drillMove } from './install-drill/move.ts';
import {
  createTemplate,
  type Drill,
  executable,
  home,
  random,
  unexpectedErrors,
  values,
} from './install-drill/scene.ts';

const usage = `Usage: npm run install-drill -- [--kills 20] [--only unpack,backup,verify,restore,upgrade,move] [--executable release/errand-linux-x64]
       [--orders 100000] [--seed <number>]

  Kills each command so often, on embedded databases with 30 orders. Without --executable, runs this source, which does not
  unpack anything. Moving needs Debian's postgresql-15; --orders adds that many to its database.
`;

async function main(): Promise<void> {
  const problems: string[] = [];
  const only = values.only.split(',');
  const server = only.includes('move') ? await startDebianPostgres() : null;
  try {
    const template = await createTemplate();
    const drills: Record<string, () => Promise<Drill>> = {
      ...(executable ? { unpack: drillUnpacking } : {}),
      backup: () => drillBackup(template, []),
      verify: () => drillBackup(template, ['--verify']),
      restore: () => drillRestore(template),
      upgrade: drillUpgrade,
      ...(server ? { move: () => drillMove(template, server.url) } : {}),
    };
    for (const [name, create] of Object.entries(drills).filter(([each]) => only.includes(each))) {
      const { wholeMs, kill } = await create();
      let found = 0;
      for (let count = 0; count < Number(values.kills); count += 1) {
        const afterMs = Math.round(random() * wholeMs);
        const these = await kill(afterMs).catch((error: unknown) => [`the drill failed: ${inspect(error)}`]);
        found += these.length;
        problems.push(...these.map((problem) => `${name}, killed after ${afterMs} ms: ${problem}`));
      }
      console.log(`${name}: ${values.kills} kills within ${Math.round(wholeMs)} ms, ${found} problems`);
    }
  } catch (error) {
    problems.push(`the drill failed: ${inspect(error)}`);
  } finally {
    await server?.stop();
    problems.push(...unexpectedErrors.map((line) => `the service logged ${line}`));
    if (problems.length === 0) rmSync(home, { recursive: true, force: true });
  }
  console.log({ seed: values.seed });
  reportProblems(problems);
}

if (values.help) console.log(usage);
else await main();
