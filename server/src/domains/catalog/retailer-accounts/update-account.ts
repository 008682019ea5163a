import type { Registry } from '../../../connectors/registry.ts';
import { publish } from '../../../events/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import type { Tx } from '../../../platform/database/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { wakeQueuesOf } from './account-queue.ts';
import { type AccountRequest, knownRetailer, sealConfig, sealPassword, sealTotp } from './create-account.ts';
import { hasMask, unmaskConfig } from './model.ts';
import { revokeLink } from './revoke-link.ts';
import { accountContext, openText } from './secrets.ts';
import { type AccountRow, lockAccountRow, type Owner, updateAccountRow } from './sql.ts';
import { insertEvent } from './sql-events.ts';

interface Needs {
  tx: Tx;
  clock: Clock;
  vault: Vault;
  registry: Registry;
}

/** Changes the given fields and wakes the queue. */
export async function updateAccount(
  needs: Needs,
  owner: Owner,
  shortId: string,
  changes: Partial<AccountRequest>,
): Promise<AccountRow> {
  const { tx, vault } = needs;
  const now = needs.clock.now();
  const before = await lockAccountRow(tx, owner, shortId);
  if (!before) throw notFound();
  const isPaused = changes.isPaused ?? before.is_paused;
  if (!isSameLogin(before, changes)) await revokeLink(needs, before);
  const after = await updateAccountRow(
    tx,
    before.id,
    {
      email: changes.email ?? before.email,
      retailer:
        changes.retailer === undefined ? before.retailer : knownRetailer(needs.registry, owner.world, changes.retailer),
      password_sealed:
        changes.password === undefined
          ? before.password_sealed
          : await sealPassword(vault, before.id, changes.password),
      totp_sealed:
        changes.totpSecret === undefined ? before.totp_sealed : await sealTotp(vault, before.id, changes.totpSecret),
      config_sealed: await changedConfig(vault, before, changes.retailerConfig),
      // A session belongs to its login.
      session_sealed: isSameLogin(before, changes) ? before.session_sealed : null,
      is_paused: isPaused,
      pause_reason: changes.isPaused === undefined ? before.pause_reason : null,
      cooldown_minutes: changes.cooldownMinutes === undefined ? before.cooldown_minutes : changes.cooldownMinutes,
    },
    now,
  );
  if (isPaused !== before.is_paused) {
    const type = isPaused ? 'account.paused' : 'account.resumed';
    await insertEvent(tx, { managedAccountId: before.id, type, detail: { by: 'owner' } }, now);
    if (isPaused) await publish(tx, { type: 'managed_account.paused', managedAccountId: before.id }, now);
  }
  await wakeQueuesOf(tx, { id: before.id, isOwn: false, world: before.world, retailer: after.retailer });
  return after;
}

const isSameLogin = (before: AccountRow, changes: Partial<AccountRequest>): boolean =>
  changes.password === undefined &&
  (changes.email === undefined || changes.email === before.email) &&
  (changes.retailer === undefined || changes.retailer === before.retailer);

async function changedConfig(vault: Vault, before: AccountRow, config: AccountRequest['retailerConfig'] | undefined) {
  if (config === undefined) return before.config_sealed;
  if (config === null || !hasMask(config) || before.config_sealed === null) return sealConfig(vault, before.id, config);
  const text = await openText(vault, before.config_sealed, accountContext(before.id, 'config'));
  const stored: unknown = JSON.parse(text);
  return sealConfig(vault, before.id, fieldsOf(unmaskConfig(config, stored)));
}
