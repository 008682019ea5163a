// Wires the service as its settings say, and prints which files that loaded.
import { registerHooks } from 'node:module';

const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});

const { systemClock } = await import('../../src/kit/clock.ts');
const { wireSystem } = await import('../../src/main/wiring.ts');
const { configFromProcess } = await import('../../src/platform/config.ts');
const { openDatabase } = await import('../../src/platform/database/index.ts');
const { createLogger } = await import('../../src/platform/logger.ts');

// Nothing is asked of the database: routes are registered and never called.
const database = openDatabase({ url: 'postgres://127.0.0.1/none' });
const config = configFromProcess();
const system = await wireSystem({ config, database, clock: systemClock, logger: createLogger({ level: 'silent' }) });
const app = await system.routes();
const queue = system.worker();
await queue.stop(0);
await app.close();
await system.close();
await database.close();
process.stdout.write(JSON.stringify(loaded));
