// Wires the service with its settings and prints the loaded files.
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

// Routes are registered but never called, so the database is never connected.
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
