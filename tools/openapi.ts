// Writes server/openapi.json from the routes; with --check it only compares, and says what to do when they differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { systemClock } from '../server/src/kit/clock.ts';
import { wireSystem } from '../server/src/main/wiring.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { openDatabase } from '../server/src/platform/database/index.ts';
import { exportOpenapi, openapiGaps } from '../server/src/platform/http/index.ts';
import { createLogger } from '../server/src/platform/logger.ts';
import { stalePages, writeTables } from './docs-tables.ts';

const file = new URL('../server/openapi.json', import.meta.url);

// Routes are only registered, never called: the database behind them is never connected to, and nothing is sealed.
const database = openDatabase({ url: 'postgres://127.0.0.1/none' });
// A master key that protects nothing, so that none is made in the data folder.
const config = readConfig({ MASTER_KEYS: Buffer.alloc(32).toString('base64') });
const system = await wireSystem({ config, database, clock: systemClock, logger: createLogger({ level: 'silent' }) });
const app = await system.routes();
const document = exportOpenapi(app);
await app.close();
await system.close();
await database.close();

const gaps = openapiGaps(document);
const text = `${JSON.stringify(document, null, 2)}\n`;
if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
  writeTables();
} else if (readFileSync(file, 'utf8') !== text) {
  console.error('server/openapi.json does not match the routes: run "npm run openapi" and commit the result.');
  process.exitCode = 1;
}
for (const { page } of stalePages()) {
  console.error(`A table of docs/${page} does not match the code: run "npm run openapi" and commit the result.`);
  process.exitCode = 1;
}
for (const gap of gaps) console.error(gap);
if (gaps.length > 0) process.exitCode = 1;
