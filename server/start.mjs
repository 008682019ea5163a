// Starts the service: from the few files of `npm run server:build` where they are built, else from its source, which takes twice as long.
import { readFileSync } from 'node:fs';

function built() {
  try {
    return readFileSync(new URL('dist/current', import.meta.url), 'utf8');
  } catch {
    return null;
  }
}

const name = built();
await import(name === null ? './src/main/server.ts' : `./dist/${name}/server.mjs`);
