import { describe, expect, it } from 'vitest';
import { type KillOptions, runKills } from '../drills/kills/run.ts';
import { createTestDatabase } from '../harness/postgres.ts';

/** The short form of `npm run kill-run`. */
async function kill(
  options: Pick<KillOptions, 'seed' | 'isBroken' | 'isBulk' | 'isAgents' | 'orders' | 'kills' | 'seconds'>,
) {
  const { url, drop } = await createTestDatabase();
  const signal = AbortSignal.timeout(200_000);
  try {
    return await runKills({
      ...options,
      databaseUrl: url,
      cutsLeases: true,
      endWithinMs: 60_000,
      signal,
      log: () => {},
    });
  } finally {
    await drop();
  }
}

/** The long form, with hundreds of kills, is `npm run kill-run`. */
const isWhole = process.env.TEST_WHOLE === '1';
const harm = isWhole ? { kills: 7, seconds: 10 } : { kills: 4, seconds: 6 };

const seed = Math.floor(Math.random() * 2 ** 32);
/** A short run tries batches or agents, by its seed. */
const isBulkTurn = seed % 2 === 0;

describe('kill -9 of the API and of the workers while orders are placed', () => {
  it(`loses nothing and buys nothing twice (seed ${seed})`, { timeout: 240_000 }, async () => {
    const report = await kill({ seed, isBroken: false, orders: 50, ...harm });
    expect(report.problems).toEqual([]);
    expect(report.orders).toBe(50);
    expect(Object.values(report.kills).reduce((sum, kills) => sum + kills)).toBe(harm.kills);
    expect(report.purchases).toBeGreaterThan(0);
  });

  it.runIf(isWhole || isBulkTurn)(
    `makes exactly one order of each row of a batch, and sends one email (seed ${seed})`,
    {
      timeout: 240_000,
    },
    async () => {
      const report = await kill({ seed, isBroken: false, isBulk: true, orders: 400, ...harm });
      expect(report.problems).toEqual([]);
      expect(report.orders).toBe(400);
    },
  );

  it.runIf(isWhole || !isBulkTurn)(
    `charges agents once and refunds them once (seed ${seed})`,
    { timeout: 240_000 },
    async () => {
      const report = await kill({ seed, isBroken: false, isAgents: true, orders: 45, ...harm });
      expect(report.problems).toEqual([]);
      expect(report.orders).toBeGreaterThanOrEqual(45);
      expect(report.purchases).toBeGreaterThan(0);
    },
  );

  it.runIf(isWhole)(
    `catches a worker that does not write down what it is about to do (seed ${seed})`,
    {
      timeout: 240_000,
    },
    async () => {
      const report = await kill({ seed, isBroken: true, orders: 50, kills: 3, seconds: 4 });
      expect(report.problems).toContainEqual(expect.stringMatching(/bought [2-9] times/));
    },
  );
});
