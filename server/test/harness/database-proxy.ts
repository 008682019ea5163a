import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, connect as netConnect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export interface DatabaseProxy {
  /** The same database through this proxy. */
  url: string;
  open(): Promise<void>;
  /** Stops forwarding in both directions without closing connections. */
  freeze(): void;
  thaw(): void;
  /** Closes the connection that sends a statement with one of these texts, once per text. The statement is lost. */
  cutAt(texts: readonly string[]): void;
  /** Texts that no statement had yet. */
  readonly uncut: readonly string[];
  /**
   * Closes the connection when the database responds to the next message with this text: executed, but nobody knows.
   * `after`: only on a connection that sent this text before.
   */
  loseAnswerTo(text: string, after?: string): void;
  /** How many responses were lost. */
  lost(): number;
  close(): Promise<void>;
}

/** A proxy in front of a database that can stall without refusing connections. */
export async function createDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { host, port } = new pg.Client({ connectionString: databaseUrl });
  const folder = await mkdtemp(join(tmpdir(), 'errand-proxy-'));
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let uncut: readonly string[] = [];
  let awaited: { text: string; after: string } | null = null;
  let lost = 0;
  const server = createServer((near) => {
    const far = host.startsWith('/') ? netConnect(`${host}/.s.PGSQL.${port}`) : netConnect(port, host);
    let isDoomed = false;
    let isConcerned = false;
    near.on('data', (bytes) => {
      if (awaited === null) return;
      isConcerned ||= bytes.includes(awaited.after);
      if (!isConcerned || !bytes.includes(awaited.text)) return;
      awaited = null;
      isDoomed = true;
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      if (isFrozen) from.pause();
      from.on('data', (bytes) => {
        const found = from === near ? uncut.find((text) => bytes.includes(text)) : undefined;
        const isLost = from === far && isDoomed;
        if (found === undefined && !isLost) return void to.write(bytes);
        uncut = uncut.filter((text) => text !== found);
        if (isLost) lost += 1;
        from.destroy();
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isFrozen) from.pause();
    }
  });
  const address = new URL(databaseUrl.replace(/^(\w+:\/\/(?:[^/@]*@)?)\//, '$1localhost/'));
  address.searchParams.set('host', folder);
  return {
    url: address.href,
    open: () => new Promise((resolve) => server.listen(join(folder, `.s.PGSQL.${address.port || 5432}`), resolve)),
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    cutAt(texts) {
      uncut = texts;
    },
    get uncut() {
      return uncut;
    },
    loseAnswerTo(text, after = text) {
      awaited = { text, after };
    },
    lost: () => lost,
    async close() {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
