import type { EventType } from '../../../../events/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { Invalid, notFound } from '../../../../kit/failure.ts';
import { newId } from '../../../../kit/ids.ts';
import type { World } from '../../../../kit/world.ts';
import { type Database, inTransaction, type Tx } from '../../../../platform/database/index.ts';
import type { Outgoing } from '../../../../platform/outgoing/index.ts';
import type { Vault } from '../../../../platform/secrets/index.ts';
import { checkWebhookUrls } from '../check-urls.ts';
import { maskedUrl } from '../model.ts';
import { readSecrets } from '../secrets.ts';
import {
  deleteEndpoint,
  type EndpointRow,
  findEndpoint,
  findSingleEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoints,
  updateEndpoint,
} from '../sql-endpoints.ts';
import type { UrlCredentials } from '../url-credentials.ts';

export interface EndpointNeeds {
  database: Database;
  clock: Clock;
  vault: Vault;
  outgoing: Pick<Outgoing, 'checkUrl'>;
  urlCredentials: Pick<UrlCredentials, 'seal'>;
}

interface Owner {
  accountId: string;
  world: World;
}

const endpointsMax = 20;

/** Checks the URL and encrypts its password. */
async function storedUrl({ outgoing, urlCredentials }: EndpointNeeds, owner: Owner, url: string): Promise<string> {
  const [refused] = await checkWebhookUrls(outgoing, [url]);
  const isMasked = url === maskedUrl(url) && URL.parse(url)?.username === '***';
  const msg = isMasked ? 'Value should contain the actual user name and password, not ***' : refused?.reason;
  if (msg !== undefined) throw new Invalid([{ loc: ['body', 'url'], msg, type: 'value_error' }]);
  return urlCredentials.seal({ accountId: owner.accountId, world: owner.world }, url);
}

export interface NewEndpoint {
  url: string;
  events: EventType[] | null;
  description: string | null;
}

export async function createEndpoint(needs: EndpointNeeds, tx: Tx, owner: Owner, wanted: NewEndpoint): Promise<string> {
  const url = await storedUrl(needs, owner, wanted.url);
  await lockEndpoints(tx, owner);
  if ((await listEndpoints(tx, owner)).length >= endpointsMax) {
    const msg = `An account can have at most ${endpointsMax} endpoints. Delete one first`;
    throw new Invalid([{ loc: ['body', 'url'], msg, type: 'value_error' }]);
  }
  const id = newId();
  await insertEndpoint(tx, owner, { ...wanted, id, url, is_single: false }, needs.clock.now());
  return id;
}

/** For callers with a single endpoint. Its secret stays when its URL changes. */
export async function putSingleEndpoint(needs: EndpointNeeds, owner: Owner, given: string) {
  const url = await storedUrl(needs, owner, given);
  return inTransaction(needs.database.db, async (tx) => {
    await lockEndpoints(tx, owner);
    const now = needs.clock.now();
    const found = await findSingleEndpoint(tx, owner);
    const id = found?.id ?? newId();
    if (found) await updateEndpoint(tx, id, { ...found, url, is_active: true }, now);
    else await insertEndpoint(tx, owner, { id, url, events: null, description: null, is_single: true }, now);
    return { url, secret: await currentSecret(needs, tx, owner, id) };
  });
}

export type EndpointChanges = Partial<NewEndpoint> & { isActive?: boolean };

export async function changeEndpoint(
  needs: EndpointNeeds,
  owner: Owner,
  id: string,
  { url, isActive, ...changes }: EndpointChanges,
): Promise<EndpointRow> {
  const stored = url === undefined ? undefined : await storedUrl(needs, owner, url);
  return inTransaction(needs.database.db, async (tx) => {
    await lockEndpoints(tx, owner);
    const before = await ownEndpoint(tx, owner, id);
    const after = { ...before, ...changes, url: stored ?? before.url, is_active: isActive ?? before.is_active };
    await updateEndpoint(tx, before.id, after, needs.clock.now());
    return ownEndpoint(tx, owner, id);
  });
}

export async function removeEndpoint(
  { database, clock }: Pick<EndpointNeeds, 'database' | 'clock'>,
  owner: Owner,
  find: (tx: Tx) => Promise<EndpointRow | null>,
): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    await lockEndpoints(tx, owner);
    const row = await find(tx);
    if (!row) throw notFound();
    await deleteEndpoint(tx, row.id, clock.now());
  });
}

export async function ownEndpoint(
  executor: Parameters<typeof findEndpoint>[0],
  owner: Owner,
  id: string,
): Promise<EndpointRow> {
  const row = await findEndpoint(executor, owner, id);
  if (!row) throw notFound();
  return row;
}

export async function currentSecret(
  needs: Pick<EndpointNeeds, 'vault' | 'clock'>,
  executor: Parameters<typeof readSecrets>[1],
  owner: Owner,
  endpointId: string,
): Promise<string> {
  const [current] = await readSecrets(needs, executor, { ...owner, endpointId });
  if (!current) throw new Error('A new endpoint must have a secret.');
  return current.secret;
}
