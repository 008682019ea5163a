import { createServer } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hourMs } from '../../kit/clock.ts';
import { isDiskFull, isUnavailable } from './errors.ts';
import { openDatabase } from './open.ts';

async function failureOf(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 50 });
  client.on('error', () => {});
  return client.connect().then(
    () => null,
    (error: unknown) => error,
  );
}

describe('isUnavailable', () => {
  it('detects a full disk, and remembers it', () => {
    // Long ago, so it does not affect other tests of this process.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() - hourMs);
    onTestFinished(() => clock.mockRestore());
    expect(isDiskFull()).toBe(false);
    const withCode = (code: string) => Object.assign(new Error('no room'), { code });
    expect([isUnavailable(withCode('53300')), isDiskFull()]).toEqual([true, false]);
    expect([isUnavailable(withCode('53100')), isDiskFull()]).toEqual([true, true]);
  });

  it('detects a server that accepts connections and never responds', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    expect(isUnavailable(await failureOf(`postgres://errand@127.0.0.1:${port}/errand`))).toBe(true);
    silent.close();
  });

  it('knows a port that nothing listens on', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    expect(isUnavailable(await failureOf(`postgres://errand@127.0.0.1:${port}/errand`))).toBe(true);
  });

  it('knows a database that this process has closed', async () => {
    const { db, close } = openDatabase({ url: 'postgres://errand@127.0.0.1:1/errand' });
    const ask = () =>
      sql`select 1`.execute(db).then(
        () => null,
        (error: unknown) => error,
      );
    expect(isUnavailable(await ask())).toBe(true);
    await close();
    expect(isUnavailable(await ask())).toBe(true);
  });

  it.each(['EHOSTUNREACH', 'ENETUNREACH', 'EAGAIN', '58030', '55P03', '25P04'])('knows %s', (code) => {
    expect(isUnavailable(Object.assign(new Error('away'), { code }))).toBe(true);
  });

  it('does not mistake a bug of ours for an unavailable database', () => {
    expect(isUnavailable(new Error('something else'))).toBe(false);
    expect(isUnavailable('timeout expired')).toBe(false);
  });
});
