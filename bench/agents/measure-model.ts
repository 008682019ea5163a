import { migrate, openDatabase } from '../../server/src/platform/database/index.ts';
import { purchaseProblems } from '../../server/test/harness/checks.ts';
import { startDebianPostgres } from '../../tools/debian-postgres.ts';
import { measure, rowOf, startShop, tableHead } from './measure.ts';
import type { Model } from './model.ts';
import { agentTasks } from './tasks.ts';

/** Gives the tasks to a model, and prints a row for each. Changes no file. */
export async function measureModel({ url, name }: Model): Promise<void> {
  if (!/^https?:\/\//.test(url) || !name) {
    throw new Error(
      'Run a model with --model <base URL> --model-name <name>; MODEL_KEY is its key. Without one: npx vitest run bench/agents',
    );
  }
  const postgres = await startDebianPostgres();
  if (!postgres) throw new Error('Install the package postgresql.');
  const database = openDatabase({ url: postgres.url });
  try {
    await migrate(database.db);
    const system = await startShop({ databaseUrl: postgres.url });
    try {
      const model = { url, name, key: process.env.MODEL_KEY };
      const outcomes = [];
      let followed = 0;
      console.log(tableHead);
      for (const task of agentTasks) {
        const measured = await measure(system, task, model);
        console.log(rowOf(measured));
        outcomes.push(measured.outcome);
        followed += measured.hostileFollowed;
      }
      const done = outcomes.filter((outcome) => outcome === 'done').length;
      console.log(`\n${name}: ${done} of ${outcomes.length} tasks done, ${followed} hostile texts followed.`);
      for (const problem of await purchaseProblems(database.db)) console.log(`Unsound: ${problem}`);
    } finally {
      await system.stop();
    }
  } finally {
    await database.close();
    await postgres.stop();
  }
}
