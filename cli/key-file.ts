import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Io } from './command.ts';

/** Keys, or secrets of `listen`, by service URL. Only the owner can read the file. */
export function createKeyFile({ env }: Pick<Io, 'env'>, kind: 'keys' | 'webhook-secrets' = 'keys') {
  const home = env.XDG_CONFIG_HOME ?? join(env.HOME ?? homedir(), '.config');
  const keys = env.ERRAND_CONFIG ?? join(home, 'errand', 'keys.json');
  const file = kind === 'keys' ? keys : join(dirname(keys), `${kind}.json`);

  async function all(): Promise<Record<string, string>> {
    const content = await readFile(file, 'utf8').catch(() => '{}');
    try {
      return JSON.parse(content) as Record<string, string>;
    } catch {
      throw new Error(`${file} is not valid JSON. Fix or delete it.`);
    }
  }

  async function write(keys: Record<string, string>): Promise<void> {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    // Renamed into place, so another command reads either version, never half of one.
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, file);
  }

  return {
    file,
    get: async (baseUrl: string): Promise<string | undefined> => (await all())[baseUrl],
    keep: async (baseUrl: string, key: string): Promise<void> => write({ ...(await all()), [baseUrl]: key }),
    async forget(baseUrl: string): Promise<boolean> {
      const { [baseUrl]: gone, ...rest } = await all();
      if (gone !== undefined) await write(rest);
      return gone !== undefined;
    },
  };
}
