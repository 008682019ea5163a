import type { Clock } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import type { World } from '../../../kit/world.ts';
import type { Tx } from '../../../platform/database/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { wakeQueuesOf } from './account-queue.ts';
import { newShortId, sealPassword, sealTotp } from './create-account.ts';
import {
  type AccountRow,
  deleteAccountRow,
  findAccountById,
  insertAccountRow,
  pauseAccount,
  updateAccountRow,
} from './sql.ts';

interface Needs {
  tx: Tx;
  clock: Clock;
  vault: Vault;
}

export interface ServiceLogIn {
  email: string;
  password: string;
  totpSecret: string | null;
}

/**
 * Stores the service's login at a store as a retailer account and returns its ID. `unused` pauses it, so its
 * purchases are still tracked. `remove` deletes it.
 */
export async function saveServiceAccount(
  needs: Needs,
  store: { name: string; world: World },
  accountId: string | null,
  logIn: ServiceLogIn | 'unused' | 'remove',
): Promise<string | null> {
  const { tx } = needs;
  const now = needs.clock.now();
  const before = accountId === null ? null : await findAccountById(tx, accountId);
  if (logIn === 'unused') {
    if (before)
      await pauseAccount(tx, before.id, 'This account is not currently used for orders from this store.', now);
    return before?.id ?? null;
  }
  if (logIn === 'remove') {
    if (before) await deleteAccountRow(tx, before.id);
    return null;
  }
  const id = before ? await change(needs, before, logIn) : await add(needs, store, logIn);
  await wakeQueuesOf(tx, { id, isOwn: true, world: store.world, retailer: store.name });
  return id;
}

async function add({ tx, clock, vault }: Needs, store: { name: string; world: World }, logIn: ServiceLogIn) {
  const id = newId();
  const row = {
    id,
    account_id: null,
    world: store.world,
    short_id: newShortId(),
    email: logIn.email,
    retailer: store.name,
    password_sealed: await sealPassword(vault, id, logIn.password),
    totp_sealed: await sealTotp(vault, id, logIn.totpSecret),
    config_sealed: null,
    is_paused: false,
    cooldown_minutes: null,
  };
  await insertAccountRow(tx, { ...row, test_clock: null }, clock.now());
  return id;
}

async function change({ tx, clock, vault }: Needs, before: AccountRow, logIn: ServiceLogIn): Promise<string> {
  const changes = {
    ...before,
    email: logIn.email,
    password_sealed: await sealPassword(vault, before.id, logIn.password),
    totp_sealed: await sealTotp(vault, before.id, logIn.totpSecret),
    // A session belongs to its login.
    session_sealed: before.email === logIn.email ? before.session_sealed : null,
    is_paused: false,
    pause_reason: null,
  };
  await updateAccountRow(tx, before.id, changes, clock.now());
  return before.id;
}
