import type { Block, Refusal, RetailerAccount } from '../../../connectors/contract.ts';
import { publish } from '../../../events/index.ts';
import { assertDefined } from '../../../kit/assert-defined.ts';
import { type Clock, plusMs, secondMs } from '../../../kit/clock.ts';
import { runOnTestClock } from '../../../kit/test-clock.ts';
import { type Database, type Db, inTransaction } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { type LeaseTicket, releaseAccount } from './account-queue.ts';
import { fitsRetailer, leaseMs } from './model.ts';
import { accountContext, codeContext, openText } from './secrets.ts';
import { type AccountRow, consumeTotpStep, findAccountById, pauseAccount, resumeAccount } from './sql.ts';
import { consumeCode, type EventType, findNewestCode, insertEvent } from './sql-events.ts';
import { extendLease, findHeldLease, type LeaseRow, resumeLease, saveSession } from './sql-queue.ts';
import { codeOfStep, startOfStep, stepAt, type TotpSettings } from './totp.ts';

export interface UseNeeds {
  database: Database;
  clock: Clock;
  logger: Logger;
  vault: Vault;
}

/** A leased account. Always release it. */
export interface HeldAccount {
  readonly id: string;
  /** The service's own account. */
  readonly isOwn: boolean;
  readonly storeAccount: RetailerAccount;
  /** Its retailer may have changed while an order waited. */
  fits(retailer: string): boolean;
  /** Aborts when the lease is lost. */
  readonly signal: AbortSignal;
  /** Called before and after the wait for a mailed code. */
  onCodeWait: (isWaiting: boolean) => Promise<void>;
  /** False if the lease was lost. Check before anything irreversible. */
  isStillHeld(): Promise<boolean>;
  /** Records the store's response for the owner. A lock or a failed login pauses the account. */
  report(said: { kind: 'ok' } | { kind: 'trouble'; reason: Refusal | Block; message: string }): Promise<void>;
  /** Keeps the account with its order until then, while a person looks for a code. The order's next step resumes it. */
  holdUntil(until: Date): Promise<void>;
  /** Cancels `holdUntil`. */
  releaseHold(): void;
  /** Starts the cooldown when it is released. */
  markUsed(): void;
  release(): Promise<void>;
}

const pollMs = 200;

/** Resumes a lease. Null if it was lost. */
export async function resumeAccountLease(needs: UseNeeds, ticket: LeaseTicket): Promise<HeldAccount | null> {
  const { db } = needs.database;
  const lease = await resumeLease(db, ticket, plusMs(needs.clock.now(), leaseMs));
  const row = lease && (await findAccountById(db, ticket.accountId));
  return row && lease ? holdAccount(needs, row, lease) : null;
}

/** Resumes the account that an order kept during an action, or null. */
export async function resumeHeldAccount(needs: UseNeeds, orderId: string): Promise<HeldAccount | null> {
  const ticket = await findHeldLease(needs.database.db, orderId, needs.clock.now());
  return ticket && resumeAccountLease(needs, ticket);
}

export function holdAccount(needs: UseNeeds, row: AccountRow, lease: LeaseRow): HeldAccount {
  const { clock } = needs;
  const { db } = needs.database;
  const lost = new AbortController();
  let isUsed = false;
  let isKept = false;
  const extend = async (): Promise<boolean> => {
    const isHeld = await extendLease(db, lease, plusMs(clock.now(), leaseMs));
    if (!isHeld) lost.abort(new Error('The lease on the account was lost.'));
    return isHeld;
  };
  // A failed heartbeat is retried by the next one or by isStillHeld.
  const heartbeat = setInterval(() => void extend().catch(() => {}), leaseMs / 3);
  heartbeat.unref();
  const held: HeldAccount = {
    id: row.id,
    isOwn: row.account_id === null,
    signal: lost.signal,
    fits: (retailer) => fitsRetailer(row.retailer, retailer),
    storeAccount: connectorAccountOf(needs, row, lease, (isWaiting) => held.onCodeWait(isWaiting)),
    onCodeWait: async () => {},
    isStillHeld: extend,
    async report(said) {
      const isPaused = await recordAccountReport(db, row, said, clock.now());
      if (isPaused && held.isOwn)
        needs.logger.error({ account: row.short_id, said }, 'service retailer account paused');
    },
    markUsed: () => {
      isUsed = true;
    },
    async holdUntil(until) {
      clearInterval(heartbeat);
      isKept = await extendLease(db, lease, until);
    },
    releaseHold: () => {
      isKept = false;
    },
    async release() {
      clearInterval(heartbeat);
      if (isKept) return;
      await releaseAccount(db, lease, isUsed ? clock.now() : null);
    },
  };
  return held;
}

function connectorAccountOf(
  needs: UseNeeds,
  row: AccountRow,
  lease: LeaseRow,
  onCodeWait: (isWaiting: boolean) => Promise<void>,
): RetailerAccount {
  const { clock, vault } = needs;
  const { db } = needs.database;
  let session = row.session_sealed;
  return {
    id: row.id,
    email: row.email,
    ...(row.account_id === null ? {} : { shortId: row.short_id }),
    password: async () =>
      row.password_sealed === null ? '' : openText(vault, row.password_sealed, accountContext(row.id, 'password')),
    // TOTP uses real time, even on a test clock.
    totp: async () =>
      row.totp_sealed === null
        ? null
        : runOnTestClock(null, () => readFreshCode(needs, row.id, assertDefined(row.totp_sealed))),
    async mailedCode(since, waitMs) {
      await onCodeWait(true);
      try {
        const ageMs = clock.now().getTime() - since.getTime();
        return await runOnTestClock(null, () => {
          const now = clock.now();
          return waitForCode(needs, row.id, plusMs(now, -ageMs), plusMs(now, waitMs));
        });
      } finally {
        await onCodeWait(false);
      }
    },
    session: {
      load: async () => (session === null ? null : openText(vault, session, accountContext(row.id, 'session'))),
      async save(state) {
        const sealed = await vault.sealErasable(state, accountContext(row.id, 'session'));
        await saveSession(db, lease, sealed);
        // The next load returns it, so the login isn't repeated.
        session = sealed;
      },
    },
  };
}

/** Returns an unused code. Waits for the next step if this one was used. */
export async function readFreshCode({ database, clock, vault }: UseNeeds, id: string, sealed: Buffer): Promise<string> {
  const settings = JSON.parse(await openText(vault, sealed, accountContext(id, 'totp'))) as TotpSettings;
  for (;;) {
    const step = stepAt(settings, clock.now());
    if (await consumeTotpStep(database.db, id, step)) return codeOfStep(settings, step);
    const nextStart = startOfStep(settings, step + 1);
    await clock.sleep(Math.max(secondMs / 10, nextStart.getTime() - clock.now().getTime()));
  }
}

async function waitForCode(
  { database, clock, vault }: UseNeeds,
  id: string,
  since: Date,
  until: Date,
): Promise<string | null> {
  for (;;) {
    const now = clock.now();
    const code = await findNewestCode(database.db, id, since, now);
    const text = code && (await openText(vault, code.sealed, codeContext(code.id)));
    if (code && (await consumeCode(database.db, id, code.id, since))) {
      await insertEvent(database.db, { managedAccountId: id, type: 'code.used', detail: {} }, now);
      return text;
    }
    if (now >= until) return null;
    await clock.sleep(pollMs);
  }
}

const problemEvents: Partial<Record<Refusal | Block, { type: EventType; isPause: boolean }>> = {
  login_failed: { type: 'login.failed', isPause: true },
  account_locked: { type: 'account.locked', isPause: true },
  account_verification_required: { type: 'account.verification_required', isPause: false },
};

/** Returns whether the account was paused. */
async function recordAccountReport(
  db: Db,
  row: AccountRow,
  said: Parameters<HeldAccount['report']>[0],
  now: Date,
): Promise<boolean> {
  const managedAccountId = row.id;
  return inTransaction(db, async (tx) => {
    if (said.kind === 'ok') {
      await insertEvent(tx, { managedAccountId, type: 'login.succeeded', detail: {} }, now);
      if (await resumeAccount(tx, row.id, now)) {
        await insertEvent(tx, { managedAccountId, type: 'account.resumed', detail: { by: 'verification' } }, now);
      }
      return false;
    }
    const trouble = problemEvents[said.reason];
    if (!trouble) return false;
    const detail = { reason: said.reason, message: said.message };
    await insertEvent(tx, { managedAccountId, type: trouble.type, detail }, now);
    if (!trouble.isPause || !(await pauseAccount(tx, row.id, `${said.reason}: ${said.message}`, now))) return false;
    await insertEvent(tx, { managedAccountId, type: 'account.paused', detail: { reason: said.reason } }, now);
    await publish(tx, { type: 'managed_account.paused', managedAccountId }, now);
    return true;
  });
}
