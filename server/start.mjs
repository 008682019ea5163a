// Starts the service: from the few files of `npm run server:build`, or from its source, which takes twice as long, where they are missing or
// older than the source. Dates say that here; tools/ensure.mjs compares what is in the files.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const source = join(import.meta.dirname, 'src');
const current = join(import.meta.dirname, 'dist', 'current');
const changedAt = (path) => statSync(path).mtimeMs;

function builtName() {
  try {
    const builtAt = changedAt(current);
    const isNewer = (name) => changedAt(join(source, name)) > builtAt;
    if (changedAt(join(import.meta.dirname, '..', 'package-lock.json')) > builtAt) return null;
    return readdirSync(source, { recursive: true }).some(isNewer) ? null : readFileSync(current, 'utf8');
  } catch {
    return null;
  }
}

const name = builtName();
await import(name === null ? './src/main/server.ts' : `./dist/${name}/server.mjs`);
