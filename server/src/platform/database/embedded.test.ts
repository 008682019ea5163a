import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EmbeddedServer, startEmbedded } from './index.ts';

/** A data folder whose cluster was created and stopped: creating one takes seconds, and most tests start from a copy. */
let created: string;
let folder: string;
let servers: EmbeddedServer[];
let children: ChildProcess[];
let messages: string[];

beforeAll(async () => {
  created = await newFolder();
  await (await startEmbedded({ dataDir: created, log: () => {} })).stop();
});
afterAll(() => rm(created, { recursive: true, force: true }));

async function newFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'errand-embedded-'));
  await chmod(made, 0o755);
  return made;
}

beforeEach(async () => {
  folder = await newFolder();
  servers = [];
  children = [];
  messages = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const server of servers) await server.stop();
  // Adopt and stop a server that a killed child left behind.
  if (existsSync(pidFile())) await (await startEmbedded({ dataDir: folder, log: () => {} })).stop();
  await rm(folder, { recursive: true, force: true });
});

const pidFile = () => join(folder, 'postgres/cluster/postmaster.pid');
const postmasterPid = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);

/** Starts from a cluster that exists. Its files keep their owner. */
const useCreated = () => promisify(execFile)('cp', ['-a', join(created, 'postgres'), folder]);

async function start(dataDir = folder): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, log: (message) => messages.push(message), settings: { fsync: 'off' } });
  servers.push(server);
  return server;
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Another process that starts the server on the same folder, reports the result, and keeps running. */
async function startInChild(): Promise<{ child: ChildProcess; url: string; owned: boolean }> {
  const script = `
    import { startEmbedded } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
    const { url, owned } = await startEmbedded({ dataDir: process.argv[1], log: () => {}, settings: { fsync: 'off' } });
    console.log(JSON.stringify({ url, owned }));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (chunk) => resolve(String(chunk)));
    child.once('exit', (code) => reject(new Error(`The child ended with ${code}.`)));
  });
  return { child, ...JSON.parse(line) };
}

const killed = (child: ChildProcess): Promise<unknown> => {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  return ended;
};

describe('startEmbedded', () => {
  it('keeps data from one start to the next, durably unless told otherwise', async () => {
    const first = await startEmbedded({ dataDir: folder, log: () => {} });
    servers.push(first);
    expect(first.owned).toBe(true);
    await query(first.url, 'create table kept (id int); insert into kept values (7)');
    expect(await query(first.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
    expect(await query(first.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    await first.stop();
    expect(existsSync(pidFile())).toBe(false);
    await expect(query(first.url, 'select 1')).rejects.toThrow();
    const second = await start();
    expect(await query(second.url, 'select * from kept')).toEqual([{ id: 7 }]);
  });

  it('lets in only who knows the password, which only its owner can read', async () => {
    await useCreated();
    const { url } = await start();
    await expect(query(url.replace(/:[0-9a-f]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/);
    expect((await stat(join(folder, 'postgres/password'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'postgres/socket'))).mode & 0o777).toBe(0o700);
  });

  it('is reused by a second caller, who does not stop it', async () => {
    await useCreated();
    const first = await start();
    const second = await start();
    expect([second.url, second.owned]).toEqual([first.url, false]);
    await second.stop();
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('has one owner when processes start at the same moment on a fresh folder', async () => {
    const started = await Promise.all([startInChild(), startInChild(), startInChild()]);
    expect(started.map((one) => one.owned).sort()).toEqual([false, false, true]);
    expect(new Set(started.map((one) => one.url)).size).toBe(1);
    expect(await query(started[0]?.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is reused, still running, after its owner was killed', async () => {
    await useCreated();
    const { child, url, owned } = await startInChild();
    expect(owned).toBe(true);
    const pid = postmasterPid();
    await killed(child);
    const adopted = await start();
    expect([adopted.url, adopted.owned, postmasterPid()]).toEqual([url, true, pid]);
    expect(messages).toEqual([expect.stringContaining('taking it over')]);
    await adopted.stop();
    expect(existsSync(pidFile())).toBe(false);
  });

  it('recovers after the server itself was killed', async () => {
    await useCreated();
    const first = await start();
    await query(first.url, 'create table kept (id int); insert into kept values (7)');
    const pid = postmasterPid();
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 10_000 });
    const second = await start();
    expect(second.owned).toBe(true);
    expect(await query(second.url, 'select * from kept')).toEqual([{ id: 7 }]);
  });

  it('is not misled by a pid file or a lock whose number belongs to another program now', async () => {
    await useCreated();
    await (await start()).stop();
    const lines = [process.pid, join(folder, 'postgres/cluster'), 1, 5432, '/nowhere', '', '', 'ready'];
    writeFileSync(pidFile(), `${lines.join('\n')}\n`);
    writeFileSync(join(folder, 'postgres.lock'), `${process.pid} 1`);
    writeFileSync(join(folder, 'postgres.owner'), `${process.pid} 1`);
    const server = await start();
    expect(server.owned).toBe(true);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts over when the first start was interrupted', async () => {
    await mkdir(join(folder, 'postgres.new/cluster'), { recursive: true });
    writeFileSync(join(folder, 'postgres.new/cluster/PG_VERSION'), '18');
    // Its initdb outlives it for a moment.
    const writing = setInterval(() => {
      mkdirSync(join(folder, 'postgres.new/cluster'), { recursive: true });
      writeFileSync(join(folder, 'postgres.new/cluster/PG_VERSION'), '18');
    }, 1);
    const { url } = await start().finally(() => clearInterval(writing));
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('works in a folder whose path is too long for a socket', async () => {
    const deep = join(folder, 'd'.repeat(100));
    const server = await start(deep);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    const socketFolder = decodeURIComponent(server.url.split('host=')[1] ?? '');
    await server.stop();
    expect(existsSync(socketFolder)).toBe(false);
  });

  it.runIf(process.getuid?.() === 0)('keeps its data elsewhere when root alone can enter the folder', async () => {
    await chmod(folder, 0o700);
    const server = await start();
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(messages).toEqual([expect.stringContaining('its data is in /var/lib/errand/')]);
    await server.stop();
    const elsewhere = messages[0]?.split('its data is in ')[1] ?? '';
    expect(existsSync(join(elsewhere, 'postgres/cluster'))).toBe(true);
    expect(dirname(elsewhere)).toBe('/var/lib/errand');
    await rm(elsewhere, { recursive: true });
  });

  it('says what is wrong when the server does not start', async () => {
    await useCreated();
    const failing = startEmbedded({ dataDir: folder, log: () => {}, settings: { shared_buffers: 'plenty' } });
    await expect(failing).rejects.toThrow(/did not start.*shared_buffers/s);
  });
});
