import { readFileSync } from 'node:fs';

/** Of the package that this is part of: it stands one folder up, in the sources and in what is built from them. */
export function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
