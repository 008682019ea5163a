import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../server/test/harness/free-port.ts';

const root = join(import.meta.dirname, '..', '..');
const startWithinMs = 120_000;

export interface Service {
  url: string;
  /** The link in the latest mail to this address. */
  linkFor(email: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the service like `npm start`, on its own port and folder. */
export async function startService(env: Record<string, string>): Promise<Service> {
  const dataDir = await mkdtemp(join(tmpdir(), 'errand-screenshots-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [join(root, 'server', 'start.mjs')], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
    stdio: 'inherit',
  });
  const stop = async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await untilReady(url, server);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    async linkFor(email) {
      const folder = join(dataDir, 'mail');
      const files = await readdir(folder);
      const mails = await Promise.all(
        files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as StoredMail),
      );
      const mail = mails.filter(({ to }) => to === email).sort((a, b) => (a.sentAt < b.sentAt ? 1 : -1))[0];
      const link = /https?:\S+/.exec(mail?.text ?? '')?.[0];
      if (link === undefined) throw new Error(`No mail came to ${email}.`);
      return link;
    },
    stop,
  };
}

interface StoredMail {
  to: string;
  text: string;
  sentAt: string;
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const end = Date.now() + startWithinMs;
  while (Date.now() < end) {
    if (server.exitCode !== null) throw new Error('The service ended before it was ready.');
    const answer = await fetch(`${url}/health`).catch(() => null);
    if (answer?.ok) return;
    await pause(500);
  }
  throw new Error('The service was not ready in time.');
}
