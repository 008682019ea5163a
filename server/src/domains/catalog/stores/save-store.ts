import type { Registry } from '../../../connectors/registry.ts';
import type { StoreKind } from '../../../connectors/store.ts';
import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import type { World } from '../../../kit/world.ts';
import type { Tx } from '../../../platform/database/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { retailerNameOf, type StoreCredentials } from './configured-store.ts';
import { sealCredentials, tryOpenCredentials } from './credentials.ts';
import { fieldProblem, nameTaken, storeExists } from './failures.ts';
import { checkConfig, configFrom } from './read-store.ts';
import { lockSwitch, writeSwitch } from './retailers/index.ts';
import type { StoreBody, StorePatch } from './schema.ts';
import { findStore, lockStores, type StoreRow, writeStore } from './sql.ts';

export interface LogIn {
  email: string;
  password: string;
  totpSecret: string | null;
}

/** Writes the audit log in the same transaction. */
export type RecordChange = (
  tx: Tx,
  change: {
    operator: string;
    name: 'store.added' | 'store.changed' | 'store.removed';
    store: string;
    before?: Record<string, unknown>;
    after?: Record<string, unknown>;
  },
) => Promise<void>;

export interface SaveNeeds {
  tx: Tx;
  clock: Clock;
  vault: Vault;
  kinds: readonly StoreKind[];
  /** Simulated retailers are reserved. */
  registry: Pick<Registry, 'forRetailer' | 'isBrand'>;
  record: RecordChange;
  /** Stores the service's login as a retailer account, leased to one purchase at a time. */
  saveServiceAccount(
    tx: Tx,
    store: { name: string; world: World },
    accountId: string | null,
    logIn: LogIn | 'unused' | 'remove',
  ): Promise<string | null>;
}

export async function addStore(needs: SaveNeeds, operator: string, body: StoreBody, isFromFile = false) {
  await lockStores(needs.tx);
  if (await findStore(needs.tx, body.name)) throw storeExists(body.name);
  const world = body.world ?? 'live';
  if (world === 'test' && needs.registry.forRetailer('test', body.name)) throw nameTaken(body.name);
  return save(needs, operator, { name: body.name, world, kind: body.kind }, body, null, isFromFile);
}

/** Changes the given fields. Credentials are replaced as a whole. */
export async function changeStore(
  needs: SaveNeeds,
  operator: string,
  name: string,
  patch: StorePatch,
  isFromFile?: boolean,
): Promise<StoreRow> {
  await lockStores(needs.tx);
  const before = await findStore(needs.tx, name);
  if (!before) throw notFound();
  return save(needs, operator, before, patch, before, isFromFile ?? before.is_from_file);
}

async function save(
  needs: SaveNeeds,
  operator: string,
  identity: Pick<StoreRow, 'name' | 'world' | 'kind'>,
  body: StoreBody | StorePatch,
  before: StoreRow | null,
  isFromFile: boolean,
): Promise<StoreRow> {
  const { tx, vault } = needs;
  const { name, world } = identity;
  const kind = needs.kinds.find((candidate) => candidate.kind === identity.kind);
  if (!kind) throw fieldProblem('kind', `This version does not support ${identity.kind} stores`);
  // Switching on or off needs no validation.
  const isOnlySwitched = before !== null && Object.keys(body).every((field) => field === 'enabled');
  if (kind.leftOut !== undefined && !isOnlySwitched) throw fieldProblem('kind', kind.leftOut);
  const known = before && body.credentials === undefined ? await tryOpenCredentials(vault, before) : null;
  // Keep unreadable credentials, because their key may be restored.
  const isUnreadable = known === 'unreadable';
  const credentials = body.credentials ?? (isUnreadable ? null : known);
  const config = configFrom(kind, body, before?.config ?? null, credentials?.email !== undefined);
  const retailer = retailerNameOf({ name, config });
  if (config.brand != null && !needs.registry.isBrand(config.brand)) {
    throw fieldProblem('brand', 'The catalog does not include this brand');
  }
  checkConfig(kind, retailer, config, isUnreadable ? 'unreadable' : credentials);
  const isEnabled = body.enabled ?? before?.is_enabled ?? true;
  const logIn = (isEnabled && config.accounts === 'own' && logInOf(credentials)) || 'unused';
  const ownAccountId = before?.own_account_id ?? null;
  await switchStore(needs, operator, identity, isEnabled);
  const row = await writeStore(
    tx,
    {
      name,
      world,
      kind: kind.kind,
      is_from_file: isFromFile,
      config,
      credentials_sealed:
        body.credentials === undefined && before
          ? before.credentials_sealed
          : await sealCredentials(vault, name, credentials),
      own_account_id: isUnreadable
        ? ownAccountId
        : await needs.saveServiceAccount(tx, { name: retailer, world }, ownAccountId, logIn),
    },
    needs.clock.now(),
  );
  const summary = (of: StoreRow) => ({ ...of.config, enabled: of.is_enabled, kind: of.kind, world: of.world });
  await needs.record(tx, {
    operator,
    name: before ? 'store.changed' : 'store.added',
    store: name,
    ...(before ? { before: summary(before) } : {}),
    after: { ...summary(row), ...(body.credentials === undefined ? {} : { credentials: 'changed' }) },
  });
  return row;
}

/** Switches a store. Off: no searches, orders wait, placed orders are tracked. */
async function switchStore(
  { tx, clock }: SaveNeeds,
  operator: string,
  { name, world }: Pick<StoreRow, 'name' | 'world'>,
  isEnabled: boolean,
): Promise<void> {
  const before = await lockSwitch(tx, world, name);
  if ((before?.is_enabled ?? true) === isEnabled) return;
  await writeSwitch(tx, {
    world,
    retailer: name,
    is_enabled: isEnabled,
    reason: isEnabled ? 'The store was enabled.' : 'The store was disabled.',
    switched_by: operator,
    switched_at: clock.now(),
  });
}

function logInOf(credentials: StoreCredentials | null): LogIn | null {
  const { email, password, totp_secret: totpSecret = null } = credentials ?? {};
  return email === undefined || password === undefined ? null : { email, password, totpSecret };
}
