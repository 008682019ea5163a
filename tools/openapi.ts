// Writes server/openapi.json and server/openapi-operator.json from the routes. With --check, only compares them.
import { readFileSync, writeFileSync } from 'node:fs';
import { systemClock } from '../server/src/kit/clock.ts';
import { wireSystem } from '../server/src/main/wiring.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { openDatabase } from '../server/src/platform/database/index.ts';
import { type Audience, audiences, exportOpenapi, openapiGaps } from '../server/src/platform/http/index.ts';
import { createLogger } from '../server/src/platform/logger.ts';
import { formatJson } from './api-documents.ts';
import { stalePages, writeTables } from './docs-tables.ts';

const files: Record<Audience, string> = { public: 'openapi.json', operator: 'openapi-operator.json' };

// Routes are registered but never called, so the database is never connected.
const database = openDatabase({ url: 'postgres://127.0.0.1/none' });
// Avoids creating a key in the data folder.
const config = readConfig({ MASTER_KEYS: Buffer.alloc(32).toString('base64') });
const system = await wireSystem({ config, database, clock: systemClock, logger: createLogger({ level: 'silent' }) });
const app = await system.routes();
const documents = audiences.map((audience) => ({ file: files[audience], document: exportOpenapi(app, audience) }));
await app.close();
await system.close();
await database.close();

const isCheck = process.argv.includes('--check');
for (const { file, document } of documents) {
  const url = new URL(`../server/${file}`, import.meta.url);
  const text = formatJson(document);
  if (!isCheck) writeFileSync(url, text);
  else if (readFileSync(url, 'utf8') !== text) {
    console.error(`server/${file} does not match the routes: run "npm run openapi" and commit the result.`);
    process.exitCode = 1;
  }
  for (const gap of openapiGaps(document)) {
    console.error(gap);
    process.exitCode = 1;
  }
}
if (!isCheck) writeTables();
for (const { page } of stalePages()) {
  console.error(`A table of docs/${page} does not match the code: run "npm run openapi" and commit the result.`);
  process.exitCode = 1;
}
