import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError, type Env, text } from './config-values.ts';

/** Where settings are that no environment variable has: `errand setup` writes them. */
export const settingsFileOf = (env: Env): string =>
  resolve(text(env, 'ERRAND_SETTINGS') ?? join(text(env, 'DATA_DIR') ?? './data', 'errand.env'));

export const readSettings = (file: string): Env => (existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {});

/** Variables of the process come before those of the file. */
export const withSettings = (env: Env): Env => ({
  ...readSettings(settingsFileOf(env)),
  ...Object.fromEntries(Object.entries(env).filter(([name]) => text(env, name) !== null)),
});

/** As shells, systemd and Node.js read it. */
function lineOf(name: string, value: string): string {
  const quote = ["'", '"'].find((mark) => !value.includes(mark));
  if (quote === undefined || /[\r\n]/.test(value))
    throw new ConfigError(name, "a single-line value that doesn't mix single and double quotes");
  return `${name}=${quote}${value}${quote}`;
}

/** Only its owner may read it: passwords and keys are in it. */
export async function writeSettings(file: string, settings: Env): Promise<void> {
  const lines = Object.entries(settings)
    .flatMap(([name, value]) => (value ? [lineOf(name, value)] : []))
    .sort();
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.partial`, `${lines.join('\n')}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.partial`, file);
}
