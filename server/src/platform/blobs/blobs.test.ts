import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Blobs, createBlobs, createFileStore, type FileStore } from './index.ts';
import { readS3Url } from './s3-url.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'blobs-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const badKeys = [
  ...[
    '',
    '/',
    '.',
    '..',
    '../x',
    'a/../b',
    'a/..',
    '/a',
    'a/',
    'a//b',
    './a',
    'a/./b',
    '.drafts/a',
    'a/.b',
    '...',
    '.../x',
    'a.',
    'a.../b',
    'a./b',
  ],
  ...[
    'a\\b',
    '..\\x',
    'a b',
    ' a',
    'a\n',
    'a\0b',
    'ä',
    'a%2e%2e/b',
    'a?b',
    'a#b',
    'a*',
    '~/a',
    'C:/a',
    'x'.repeat(513),
  ],
];

/** Applies to folders and S3 alike. */
async function expectBlobs(blobs: Blobs): Promise<void> {
  const key = 'labels/2026/7d7b-1.pdf';
  expect(await blobs.get(key)).toBe(null);
  await blobs.delete(key);
  for (const length of [0, 1, 5_000, 300_000]) {
    const bytes = Buffer.alloc(length, 'blob \0 ');
    await blobs.put(key, bytes, 'application/pdf');
    expect(await blobs.get(key)).toEqual(bytes);
  }
  await blobs.put('labels/2026/other.pdf', Buffer.from('other'), 'application/pdf');
  await blobs.delete(key);
  expect(await blobs.get(key)).toBe(null);
  expect(await blobs.get('labels/2026/other.pdf')).toEqual(Buffer.from('other'));
  for (const bad of badKeys) {
    await expect(blobs.put(bad, Buffer.from('x'), 'text/plain'), bad).rejects.toThrow(TypeError);
    await expect(blobs.get(bad), bad).rejects.toThrow(TypeError);
    await expect(blobs.delete(bad), bad).rejects.toThrow(TypeError);
  }
}

async function keysIn(blobs: Blobs): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of blobs.list()) keys.push(key);
  return keys;
}

/** Applies to large files in folders and S3 alike. */
async function expectFiles(store: FileStore): Promise<void> {
  const [source, copy] = [join(dataDir, 'source'), join(dataDir, 'copy')];
  writeFileSync(source, Buffer.alloc(3_000_000, 'backup '));
  await store.put('one.errand', source);
  await store.put('two.errand', source);
  expect((await store.list()).sort()).toEqual(['one.errand', 'two.errand']);
  await store.fetch('two.errand', copy);
  expect(readFileSync(copy).equals(readFileSync(source))).toBe(true);
  await store.delete('one.errand');
  expect(await store.list()).toEqual(['two.errand']);
}

describe('in a folder', () => {
  it('keeps large files too, and lists what is there', async () => {
    await expectFiles(await createFileStore(join(dataDir, 'backups')));
    const blobs = await createBlobs({ blobUrl: null, dataDir });
    await blobs.put('labels/1.pdf', Buffer.from('x'), 'application/pdf');
    expect(await keysIn(blobs)).toEqual(['labels/1.pdf']);
  });

  it('keeps, replaces and deletes, and takes no key that leads elsewhere', async () => {
    await expectBlobs(await createBlobs({ blobUrl: null, dataDir }));
    expect(readdirSync(dataDir)).toEqual(['blobs']);
    expect(statSync(join(dataDir, 'blobs')).mode & 0o777).toBe(0o700);
    const files = readdirSync(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true });
    expect(files.filter((file) => file.isFile()).map((file) => file.name)).toEqual(['other.pdf']);
  });

  it('takes another folder by URL', async () => {
    const blobs = await createBlobs({ blobUrl: pathToFileURL(join(dataDir, 'else where')).href, dataDir: '/nowhere' });
    await blobs.put('a', Buffer.from('x'), 'text/plain');
    expect(readdirSync(join(dataDir, 'else where'))).toContain('a');
    await expect(createBlobs({ blobUrl: 'file://host/folder', dataDir })).rejects.toThrow('BLOB_URL must be');
  });

  it('returns any bytes unchanged', async () => {
    const blobs = await createBlobs({ blobUrl: null, dataDir });
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
        await blobs.put('any', Buffer.from(bytes), 'application/octet-stream');
        expect(await blobs.get('any')).toEqual(Buffer.from(bytes));
      }),
      { numRuns: 30 },
    );
  });

  it('shows the old bytes or the new, never a mixture', async () => {
    const blobs = await createBlobs({ blobUrl: null, dataDir });
    const versions = ['a', 'b'].map((letter) => Buffer.alloc(400_000, letter));
    await blobs.put('k', versions[0]!, 'text/plain');
    const writes = Array.from({ length: 20 }, (_, index) => blobs.put('k', versions[index % 2]!, 'text/plain'));
    const reads = Array.from({ length: 20 }, () => blobs.get('k'));
    for (const bytes of await Promise.all(reads)) expect(versions.some((version) => bytes?.equals(version))).toBe(true);
    await Promise.all(writes);
  });

  it('finds nothing at a folder’s path or below a file', async () => {
    const blobs = await createBlobs({ blobUrl: null, dataDir });
    await blobs.put('a/b', Buffer.from('x'), 'text/plain');
    expect(await blobs.get('a')).toBe(null);
    expect(await blobs.get('a/b/c')).toBe(null);
    await blobs.delete('a/b/c');
    expect(await blobs.get('a/b')).toEqual(Buffer.from('x'));
  });

  it('does not mistake a disk error for a missing blob', async () => {
    const blobs = await createBlobs({ blobUrl: null, dataDir });
    rmSync(join(dataDir, 'blobs'), { recursive: true });
    writeFileSync(join(dataDir, 'blobs'), 'a file where the folder was');
    await expect(blobs.put('a', Buffer.from('x'), 'text/plain')).rejects.toThrow();
  });
});

interface Stored {
  bytes: Buffer;
  contentType: string | undefined;
  authorization: string | undefined;
}

/** A minimal S3 server with path-style URLs: put, get and delete. */
async function startStore(objects: Map<string, Stored>): Promise<Server> {
  const refuse = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`;
  const server = createServer(async (request, response) => {
    const { pathname: path, searchParams } = new URL(request.url!, 'http://store');
    const { authorization, 'content-type': contentType } = request.headers;
    const bytes = Buffer.concat(await request.toArray());
    const object = objects.get(path);
    if (searchParams.get('list-type') === '2') {
      const keys = [...objects.keys()].map((name) => name.slice('/bucket/'.length));
      const found = keys.filter((key) => key.startsWith(searchParams.get('prefix') ?? ''));
      const contents = found.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join('');
      response.end(`<?xml version="1.0"?><ListBucketResult>${contents}</ListBucketResult>`);
    } else if (!path.startsWith('/bucket/')) response.writeHead(404).end(refuse('NoSuchBucket'));
    else if (request.method === 'PUT') {
      objects.set(path, { bytes, contentType, authorization });
      response.writeHead(200, { etag: '"1"' }).end();
    } else if (request.method === 'DELETE') {
      objects.delete(path);
      response.writeHead(204).end();
    } else if (object) response.writeHead(200, { 'content-length': object.bytes.length }).end(object.bytes);
    else response.writeHead(404).end(refuse('NoSuchKey'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describe('in a store that speaks S3', () => {
  const objects = new Map<string, Stored>();
  let server: Server;
  let endpoint: string;

  beforeEach(async () => {
    objects.clear();
    server = await startStore(objects);
    endpoint = encodeURIComponent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('keeps, replaces and deletes under the prefix, signed with the credentials of the URL', async () => {
    const blobUrl = `s3://AKIDEXAMPLE:se%2Fcret@bucket/errand/live/?endpoint=${endpoint}&region=eu-west-1`;
    await expectBlobs(await createBlobs({ blobUrl, dataDir }));
    expect([...objects.keys()]).toEqual(['/bucket/errand/live/labels/2026/other.pdf']);
    const [stored] = objects.values();
    expect(stored?.contentType).toBe('application/pdf');
    expect(stored?.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/s3\/aws4_request/,
    );
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('keeps large files, which are never in memory, and lists them', async () => {
    const store = await createFileStore(`s3://k:s@bucket/backups/?endpoint=${endpoint}`);
    await expectFiles(store);
    expect([...objects.keys()]).toEqual(['/bucket/backups/two.errand']);
    const blobs = await createBlobs({ blobUrl: `s3://k:s@bucket/backups/?endpoint=${endpoint}`, dataDir });
    expect(await keysIn(blobs)).toEqual(['two.errand']);
  });

  it('does not mistake a missing bucket for a missing blob', async () => {
    const blobs = await createBlobs({ blobUrl: `s3://a:b@elsewhere?endpoint=${endpoint}`, dataDir });
    await expect(blobs.get('a')).rejects.toThrow();
  });
});

describe('BLOB_URL', () => {
  it('is read with its defaults', () => {
    expect(readS3Url('s3://bucket')).toEqual({
      bucket: 'bucket',
      prefix: '',
      region: 'us-east-1',
      forcePathStyle: false,
    });
    expect(readS3Url('s3://k:s%40@b.c/p/q?endpoint=https://s3.example&region=x&forcePathStyle=false')).toEqual({
      bucket: 'b.c',
      prefix: 'p/q/',
      region: 'x',
      endpoint: 'https://s3.example',
      forcePathStyle: false,
      credentials: { accessKeyId: 'k', secretAccessKey: 's@' },
    });
  });

  it('is refused with what it takes, without its secret', () => {
    const bad = [
      ...[
        's3:',
        's3://',
        's3://k:hunter2@',
        's3://k@b',
        's3://:hunter2@b',
        's3://b:99/',
        's3://b/p?regoin=x',
        's3://k:%zz@b',
      ],
      ...[
        's3://b?endpoint=s3.example',
        's3://b?endpoint=ftp://x',
        's3://b?forcePathStyle=yes',
        's3://b/a%20b',
        's3://b/a/%2e%2e%2f',
      ],
    ];
    for (const url of bad) {
      expect(() => readS3Url(url), url).toThrow(/^BLOB_URL must be s3:\/\/bucket\/prefix/);
      expect(() => readS3Url(url), url).not.toThrow('hunter2');
    }
  });
});
