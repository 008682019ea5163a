import { randomBytes } from 'node:crypto';
import type { Registry } from '../../../connectors/registry.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Problem } from '../../../kit/failure.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import { newId } from '../../../kit/ids.ts';
import { currentTestClock } from '../../../kit/test-clock.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { badTotp, configTooLarge, unknownRetailer } from './failures.ts';
import { configBytesMax } from './model.ts';
import { accountContext } from './secrets.ts';
import { type AccountRow, insertAccountRow } from './sql.ts';
import { parseTotp } from './totp.ts';

/** Fields of a new account. Absent equals null. */
export interface AccountRequest {
  email: string;
  password: string | null;
  retailer: string | null;
  totpSecret: string | null;
  retailerConfig: Record<string, unknown> | null;
  isPaused: boolean;
  cooldownMinutes: number | null;
}

interface Needs {
  tx: Executor;
  clock: Clock;
  vault: Vault;
  registry: Registry;
}

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** 256 is a multiple of 32, so every letter is equally likely. */
export const newShortId = (): string => `svc_acct_${Array.from(randomBytes(10), (byte) => base32[byte % 32]).join('')}`;

/** The service's own accounts have no owner. */
export async function createAccount(
  needs: Needs,
  owner: { accountId: string | null; world: World },
  request: AccountRequest,
): Promise<AccountRow> {
  const id = newId();
  const row = {
    id,
    account_id: owner.accountId,
    world: owner.world,
    short_id: newShortId(),
    email: request.email,
    retailer: knownRetailer(needs.registry, owner.world, request.retailer),
    password_sealed: await sealPassword(needs.vault, id, request.password),
    totp_sealed: await sealTotp(needs.vault, id, request.totpSecret),
    config_sealed: await sealConfig(needs.vault, id, request.retailerConfig),
    is_paused: request.isPaused,
    cooldown_minutes: request.cooldownMinutes,
    test_clock: currentTestClock()?.id ?? null,
  };
  return insertAccountRow(needs.tx, row, needs.clock.now());
}

/** Problems that a schema cannot express, of any body: a wrong type is reported by the schema. */
export function accountProblems(body: unknown): Problem[] {
  const { totp_secret: totp, retailer_config: config } = fieldsOf(body);
  return [
    ...(typeof totp === 'string' && !parseTotp(totp) ? badTotp().problems : []),
    ...(config && Buffer.byteLength(JSON.stringify(config)) > configBytesMax ? configTooLarge().problems : []),
  ];
}

/** Canonical name of a served retailer. */
export function knownRetailer(registry: Registry, world: World, retailer: string | null): string | null {
  if (retailer === null) return null;
  const route = registry.forRetailer(world, retailer);
  if (!route) throw unknownRetailer();
  return route.retailer;
}

export async function sealPassword(vault: Vault, id: string, password: string | null): Promise<Buffer | null> {
  return password === null ? null : vault.sealErasable(password, accountContext(id, 'password'));
}

export async function sealTotp(vault: Vault, id: string, secret: string | null): Promise<Buffer | null> {
  if (secret === null) return null;
  const settings = parseTotp(secret);
  if (!settings) throw badTotp();
  return vault.sealErasable(JSON.stringify(settings), accountContext(id, 'totp'));
}

export async function sealConfig(
  vault: Vault,
  id: string,
  config: Record<string, unknown> | null,
): Promise<Buffer | null> {
  if (config === null) return null;
  const text = JSON.stringify(config);
  if (Buffer.byteLength(text) > configBytesMax) throw configTooLarge();
  return vault.sealErasable(text, accountContext(id, 'config'));
}
