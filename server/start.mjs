// Starts the service: from the few files of `npm run server:build`, or from its source, which takes twice as long, where they are missing or
// older than the source. Dates say that here; tools/ensure.mjs compares what is in the files.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const source = join(import.meta.dirname, 'src');
const current = join(import.meta.dirname, 'dist', 'current');
const changedAt = (path) => statSync(path).mtimeMs;

function builtName() {
  try {
    const builtAt = changedAt(current);
    const isNewer = ({ parentPath, name }) => changedAt(join(parentPath, name)) > builtAt;
    if (changedAt(join(import.meta.dirname, '..', 'package-lock.json')) > builtAt) return null;
    const name = readFileSync(current, 'utf8');
    if (!existsSync(join(import.meta.dirname, 'dist', name, 'server.mjs'))) return null;
    const files = readdirSync(source, { recursive: true, withFileTypes: true });
    return files.some(isNewer) ? null : name;
  } catch {
    return null;
  }
}

const name = builtName();
await import(name === null ? './src/main/server.ts' : `./dist/${name}/server.mjs`);
