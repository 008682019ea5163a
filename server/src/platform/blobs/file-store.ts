import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { s3Disk } from './blobs.ts';

/** Large files in a folder or a bucket. They are streamed, never held in memory. */
export interface FileStore {
  put(name: string, file: string): Promise<void>;
  fetch(name: string, file: string): Promise<void>;
  delete(name: string): Promise<void>;
  list(): Promise<string[]>;
}

export async function createFileStore(place: string): Promise<FileStore> {
  return place.startsWith('s3:')
    ? inBucket(place)
    : inFolder(place.startsWith('file:') ? fileURLToPath(place) : resolve(place));
}

function inFolder(folder: string): FileStore {
  return {
    async put(name, file) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `${name}.partial`);
      await copyFile(file, draft);
      await rename(draft, join(folder, name));
    },
    fetch: (name, file) => copyFile(join(folder, name), file),
    delete: (name) => rm(join(folder, name), { force: true }),
    list: () => readdir(folder).catch(() => []),
  };
}

async function inBucket(place: string): Promise<FileStore> {
  const { disk, prefix } = await s3Disk(place);
  return {
    put: async (name, file) =>
      disk.putStream(prefix + name, createReadStream(file), { contentLength: (await stat(file)).size }),
    fetch: async (name, file) =>
      pipeline(await disk.getStream(prefix + name), createWriteStream(file, { mode: 0o600 })),
    delete: (name) => disk.delete(prefix + name),
    async list() {
      const names: string[] = [];
      for (let token: string | undefined; ; ) {
        const page = await disk.listAll(prefix, token ? { paginationToken: token } : {});
        for (const found of page.objects) if (found.isFile) names.push(found.key.slice(prefix.length));
        token = page.paginationToken;
        if (token === undefined) return names;
      }
    },
  };
}
