import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Disk } from 'flydrive';
import { fieldsOf } from '../../kit/fields.ts';
import { ConfigError } from '../config.ts';
import { Folder } from './folder.ts';
import { isKey } from './key.ts';
import { readS3Url } from './s3-url.ts';

/** A key is a path such as `labels/<id>.pdf`. A put replaces the blob atomically. */
export interface Blobs {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  get(key: string): Promise<Buffer | null>;
  /** Does nothing if the key does not exist. */
  delete(key: string): Promise<void>;
  /** Lists every key, in no particular order. */
  list(): AsyncIterable<string>;
}

interface Needs {
  /** `s3://bucket/prefix?…`, `file:///folder`, or null for a folder inside the data folder. */
  blobUrl: string | null;
  dataDir: string;
}

export async function createBlobs({ blobUrl, dataDir }: Needs): Promise<Blobs> {
  const { disk, prefix } = blobUrl?.startsWith('s3:') ? await s3Disk(blobUrl) : await folderDisk(blobUrl, dataDir);
  const pathOf = (key: string): string => prefix + checkedKey(key);
  // Read as a stream: the folder driver's own byte read returns unrelated memory for an empty file.
  const read = async (path: string): Promise<Buffer> => buffer(await disk.getStream(path));
  return {
    put: async (key, bytes, contentType) => disk.put(pathOf(key), bytes, { contentType }),
    get: async (key) => unlessMissing(read(pathOf(key))),
    delete: async (key) => void (await unlessMissing(disk.delete(pathOf(key)))),
    async *list() {
      for (let token: string | undefined; ; ) {
        const page = await disk.listAll(prefix, { recursive: true, ...(token ? { paginationToken: token } : {}) });
        for (const found of page.objects) {
          const key = found.isFile ? found.key.slice(prefix.length) : '';
          if (isKey(key)) yield key;
        }
        token = page.paginationToken;
        if (token === undefined) return;
      }
    },
  };
}

function checkedKey(key: string): string {
  if (isKey(key)) return key;
  throw new TypeError(
    'A blob key must consist of segments of letters, digits, dots, dashes and underscores, joined by slashes.',
  );
}

async function folderDisk(blobUrl: string | null, dataDir: string) {
  const location = blobUrl === null ? join(dataDir, 'blobs') : folderOf(blobUrl);
  await mkdir(location, { recursive: true, mode: 0o700 });
  return { disk: new Disk(new Folder({ location, visibility: 'private' })), prefix: '' };
}

function folderOf(blobUrl: string): string {
  try {
    return fileURLToPath(blobUrl);
  } catch {
    throw new ConfigError(
      'BLOB_URL',
      's3://bucket/prefix or the URL of a folder on this machine, such as file:///srv/blobs',
    );
  }
}

export async function s3Disk(blobUrl: string) {
  const { prefix, ...store } = readS3Url(blobUrl);
  // Loaded on demand: the SDK is large, and most deployments use a folder.
  const { S3Driver } = await import('flydrive/drivers/s3');
  const driver = new S3Driver({
    ...store,
    visibility: 'private',
    // Not every S3-compatible store supports ACLs and the newer checksums. Buckets are private by default.
    supportsACL: false,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: 30_000,
      socketTimeout: 30_000,
      throwOnRequestTimeout: true,
    },
  });
  return { disk: new Disk(driver), prefix };
}

// A missing bucket is a configuration error, not a missing blob.
const missingNames = new Set<unknown>(['ENOENT', 'ENOTDIR', 'EISDIR', 'NoSuchKey', 'NotFound']);

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const { code, name, cause } = fieldsOf(error);
  return missingNames.has(code) || missingNames.has(name) || (cause instanceof Error && isMissing(cause));
}
