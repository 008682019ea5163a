import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilmRecord } from './film.ts';

interface Needs {
  folder: string;
  /** How long a film is kept. */
  keepMs: number;
}

const safe = (text: string): string => text.replace(/[^\w.-]/g, '_').slice(0, 80) || 'none';

/**
 * Films in a folder: one below it for each attempt, with film.json and its pictures. They show addresses, so that only
 * the service's own user may read them, and they are deleted when their time is over.
 */
export function createFilmFolder({ folder, keepMs }: Needs): (film: FilmRecord) => Promise<void> {
  return async (film) => {
    await deleteOld(folder, keepMs);
    if (keepMs === 0) return;
    const name = [film.startedAt.toISOString().replaceAll(':', '-'), film.purpose, film.reference].map(safe).join('_');
    const place = join(folder, name);
    await mkdir(place, { recursive: true, mode: 0o700 });
    const pictures = film.pictures.map(({ jpeg: _jpeg, ...facts }, index) => ({ ...facts, file: `${index + 1}.jpg` }));
    const text = JSON.stringify({ ...film, pictures }, null, 2);
    await writeFile(join(place, 'film.json'), text, { mode: 0o600 });
    for (const [index, { jpeg }] of film.pictures.entries()) {
      await writeFile(join(place, `${index + 1}.jpg`), jpeg, { mode: 0o600 });
    }
  };
}

async function deleteOld(folder: string, keepMs: number): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names) {
    const made = await stat(join(folder, name)).catch(() => null);
    if (made && Date.now() - made.mtimeMs > keepMs) await rm(join(folder, name), { recursive: true, force: true });
  }
}
