import { newId } from '../../kit/ids.ts';
import type { World } from '../../kit/world.ts';
import { type Database, runNamed, type Statement } from '../../platform/database/index.ts';
import type { ReadOnlyRetailerAccount } from '../contract.ts';

const readLock: Statement = {
  name: 'sim_read_lock',
  text: 'select locked_until from sim_accounts where world = $1 and retailer = $2 and account_id = $3',
};

const countFailure: Statement = {
  name: 'sim_count_failure',
  // The last allowed failure locks the account and resets the count.
  text: `insert into sim_accounts as a (world, retailer, account_id, failures) values ($1, $2, $3, 1)
    on conflict (world, retailer, account_id) do update set
      failures = case when a.failures + 1 >= $4 then 0 else a.failures + 1 end,
      locked_until = case when a.failures + 1 >= $4 then $5 else a.locked_until end`,
};

const resetFailures: Statement = {
  name: 'sim_forgive_failures',
  text: `update sim_accounts set failures = 0
    where world = $1 and retailer = $2 and account_id = $3 and failures > 0`,
};

const consumeTotpStep: Statement = {
  name: 'sim_take_totp_step',
  text: `insert into sim_accounts as a (world, retailer, account_id, totp_step) values ($1, $2, $3, $4)
    on conflict (world, retailer, account_id) do update set totp_step = $4
      where a.totp_step is null or a.totp_step < $4
    returning totp_step`,
};

const insertVisit: Statement = {
  name: 'sim_open_visit',
  text: `insert into sim_sessions (id, world, retailer, account_id, reference, started_at) values ($1, $2, $3, $4, $5, $6)`,
};

const insertVisitStep: Statement = {
  name: 'sim_note_step',
  text: `update sim_sessions set last_step = nextval('sim_steps'), ended_at = $2 where id = $1`,
};

/** Records an account's visit step by step. */
export interface StoreVisitLog {
  step(): Promise<void>;
  end(at: Date): Promise<void>;
}

/** Guest visits aren't recorded. */
export const unloggedVisit: StoreVisitLog = { step: async () => {}, end: async () => {} };

/** Login failures, locks and visits at simulated stores. */
export type VisitLog = ReturnType<typeof createVisitLog>;

export function createVisitLog(database: Database, world: World) {
  return {
    async lockedUntil(retailer: string, accountId: string): Promise<Date | null> {
      const values = [world, retailer, accountId];
      const [row] = await runNamed<{ locked_until: Date | null }>(database, readLock, values);
      return row?.locked_until ?? null;
    },
    async countFailure(retailer: string, accountId: string, rule: { failuresMost: number; lockedUntil: Date }) {
      await runNamed(database, countFailure, [world, retailer, accountId, rule.failuresMost, rule.lockedUntil]);
    },
    async forgiveFailures(retailer: string, accountId: string): Promise<void> {
      await runNamed(database, resetFailures, [world, retailer, accountId]);
    },
    async takeTotpStep(retailer: string, accountId: string, step: number): Promise<boolean> {
      return (await runNamed(database, consumeTotpStep, [world, retailer, accountId, step])).length === 1;
    },
    async open(
      account: ReadOnlyRetailerAccount | null,
      retailer: string,
      reference: string,
      now: Date,
    ): Promise<StoreVisitLog> {
      if (!account) return unloggedVisit;
      const id = newId();
      await runNamed(database, insertVisit, [id, world, retailer, account.id, reference, now]);
      return {
        async step() {
          await runNamed(database, insertVisitStep, [id, null]);
        },
        async end(at) {
          await runNamed(database, insertVisitStep, [id, at]);
        },
      };
    },
  };
}
