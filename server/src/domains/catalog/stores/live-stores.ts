import type { Connector } from '../../../connectors/contract.ts';
import type { StoreIdentity, StoreKind } from '../../../connectors/store.ts';
import { type Clock, minuteMs, secondMs } from '../../../kit/clock.ts';
import { cutText } from '../../../kit/storable-text.ts';
import type { World } from '../../../kit/world.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Limiter } from '../../../platform/limiter.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Outgoing } from '../../../platform/outgoing/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { createTurnQueue } from '../../../platform/turn-queue.ts';
import { boundMessages } from './bound-messages.ts';
import { createStoreClient } from './client.ts';
import { priorityOf, type StoreConfig, storeOf } from './configured-store.ts';
import { openCredentials, tryOpenCredentials } from './credentials.ts';
import { limitConnector, type StoreGate } from './limit-connector.ts';
import {
  breaker,
  healthUnknown,
  isNewSearchMs,
  needsCredentials,
  type StoreHealth,
  type StoreTrouble,
  statusOf,
} from './model.ts';
import { createSharedToken } from './shared-token.ts';
import {
  claimSlot,
  latestRevision,
  listHealth,
  listStores,
  releaseSlot,
  type StoreRow,
  writeFailure,
  writeSearchMs,
  writeSuccess,
} from './sql.ts';

export interface LiveStoreNeeds {
  database: Database;
  clock: Clock;
  logger: Logger;
  vault: Vault;
  limiter: Pick<Limiter, 'take'>;
  outgoing: Outgoing;
  kinds: readonly StoreKind[];
  /** Called when a store is paused after failures. */
  onDown?(store: string, failure: string): Promise<void>;
  /** Our identity for UCP stores. */
  identity?: StoreIdentity;
}

/** The configured stores, cached in this process. */
export interface LiveStores {
  /** Sorted by priority. Includes stores that are off, because their orders are still tracked, except desks. */
  connectors(): readonly Connector[];
  connectorOf(name: string): Connector | null;
  configOf(name: string): StoreConfig | null;
  /** Risky settings. */
  warningsOf(name: string): string[];
  /** Stores with a URL. */
  listed(): { name: string; world: World; url: string; countries: string[] | null }[];
  health(): { name: string; status: ReturnType<typeof statusOf> }[];
  healthOf(name: string): StoreHealth | undefined;
  refresh(): Promise<void>;
  /** Loads the stores, then checks for changes twice a second. */
  start(): Promise<() => void>;
}

/** Other processes see a change within a second. */
const refreshEveryMs = secondMs / 2;
/** Slots of a crashed process expire after this. */
const slotMsMax = 5 * minuteMs;
/** Minimum interval between health writes. */
const successWriteMs = 30 * secondMs;
const credentialRetryMs = 30 * secondMs;

interface LoadedStore {
  /** `StoreKind.markOf` of the loaded store. */
  mark: string;
  row: StoreRow;
  connector: Connector;
}

export function createLiveStores(needs: LiveStoreNeeds): LiveStores {
  const { db } = needs.database;
  let mark = '';
  let known = new Map<string, LoadedStore>();
  let health = new Map<string, StoreHealth>();
  let reading: Promise<void> = Promise.resolve();
  const unreadable = watchCredentials(needs);
  const leftOutOf = (store: string): string | null => kindOf(needs, known.get(store)?.row)?.leftOut ?? null;
  const gate = createGate(
    needs,
    () => health,
    (store) => leftOutOf(store) ?? (unreadable.has(store) ? needsCredentials : null),
  );
  const troubleOf = (store: string): StoreTrouble => {
    if (leftOutOf(store) !== null) return 'plugin not loaded';
    return unreadable.has(store) ? 'credentials unreadable' : null;
  };

  async function read(): Promise<void> {
    const before = await latestRevision(db);
    health = await listHealth(db);
    const isSame = [...known.values()].every(({ row, mark: known }) => known === markOf(needs, row));
    if (before === mark && isSame) return unreadable.look();
    const rows = await listStores(db);
    const read = new Map<string, LoadedStore>();
    for (const row of rows) {
      const old = known.get(row.name);
      const now = markOf(needs, row);
      // Keep the previous connector if a recipe is broken.
      const same = old?.row.revision === row.revision ? old : null;
      const connector =
        same?.mark === now ? same.connector : ((await connectStore(needs, row, gate)) ?? same?.connector);
      if (connector) read.set(row.name, { row, connector, mark: now });
    }
    known = read;
    mark = before;
    await unreadable.look([...known.values()].map(({ row }) => row));
  }

  /** Sequential, so a slow read doesn't overwrite a newer one. */
  function refresh(): Promise<void> {
    reading = reading.catch(() => {}).then(read);
    return reading;
  }
  const checkRevision = () =>
    void refresh().catch((error: unknown) => needs.logger.warn({ err: error }, 'could not load stores'));

  return {
    connectors: () => {
      const inUse = [...known.values()].filter(({ row }) => row.kind !== 'desk' || row.is_enabled);
      return inUse.toSorted(byPriority).map(({ connector }) => connector);
    },
    connectorOf: (name) => storeNamed(known, name)?.connector ?? null,
    configOf: (name) => storeNamed(known, name)?.row.config ?? null,
    warningsOf(name) {
      const row = known.get(name)?.row;
      return (row && kindOf(needs, row)?.warnings?.(row.config)) ?? [];
    },
    listed: () =>
      [...known.values()].flatMap(({ row: { name, world, config } }) =>
        config.url === null || config.brand ? [] : [{ name, world, url: config.url, countries: config.countries }],
      ),
    health: () =>
      [...known.values()].map(({ row }) => ({
        name: row.name,
        status: statusOf(row.is_enabled, health.get(row.name) ?? healthUnknown, troubleOf(row.name)),
      })),
    healthOf: (name) => health.get(name),
    refresh,
    async start() {
      await refresh();
      const timer = setInterval(checkRevision, refreshEveryMs);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}

const byPriority = (a: LoadedStore, b: LoadedStore): number => priorityOf(a.row) - priorityOf(b.row);

/** By its own name, else the first store of a brand. */
const storeNamed = (known: ReadonlyMap<string, LoadedStore>, name: string): LoadedStore | undefined =>
  known.get(name) ?? [...known.values()].filter(({ row }) => row.config.brand === name).toSorted(byPriority)[0];

/** Unreadable credentials count as none. */
async function credentialNamesOf({ vault, logger }: LiveStoreNeeds, row: StoreRow): Promise<string[]> {
  try {
    return Object.keys((await openCredentials(vault, row)) ?? {});
  } catch (error) {
    logger.warn({ store: row.name, err: error }, 'store credentials unreadable');
    return [];
  }
}

const kindOf = ({ kinds }: LiveStoreNeeds, row: StoreRow | undefined): StoreKind | undefined =>
  kinds.find(({ kind }) => kind === row?.kind);

const markOf = (needs: LiveStoreNeeds, row: StoreRow): string => kindOf(needs, row)?.markOf?.(row.config) ?? '';

async function connectStore(needs: LiveStoreNeeds, row: StoreRow, gate: StoreGate): Promise<Connector | null> {
  const kind = kindOf(needs, row);
  if (!kind) {
    needs.logger.error({ store: row.name, kind: row.kind }, 'store kind not supported by this version');
    return null;
  }
  const credentialNames = await credentialNamesOf(needs, row);
  try {
    const connector = kind.create(storeOf(row, row.world), {
      client: createStoreClient({ ...needs, turns: createTurnQueue(needs.database) }, row.name, row.config.limits),
      clock: needs.clock,
      logger: needs.logger,
      credentials: async () => (await openCredentials(needs.vault, row)) ?? {},
      credentialNames,
      token: createSharedToken(needs, row),
      reportBroken: (message) => gate.report(row.name, message, true),
      ...(needs.identity ? { identity: needs.identity } : {}),
    });
    return limitConnector(boundMessages(connector), row, gate);
  } catch (error) {
    needs.logger.error({ store: row.name, err: error }, 'invalid store configuration');
    return null;
  }
}

function createGate(
  needs: LiveStoreNeeds,
  health: () => Map<string, StoreHealth>,
  whyUnusable: StoreGate['whyUnusable'],
): StoreGate {
  const { db } = needs.database;
  const wellAt = new Map<string, number>();

  async function note(store: string, failure: string | null, isBroken: boolean): Promise<void> {
    const now = needs.clock.now();
    const last = health().get(store);
    if (failure !== null) {
      needs.logger.warn({ store, failure }, 'store request failed');
      wellAt.delete(store);
      const after = await writeFailure(db, store, cutText(failure, 500), now, isBroken);
      health().set(store, after);
      // Once, when the pause starts.
      if (after.closedUntil && after.failures <= breaker.failuresMost) await needs.onDown?.(store, failure);
      return;
    }
    const isNews = (last?.failures ?? 0) > 0 || now.getTime() - (wellAt.get(store) ?? 0) > successWriteMs;
    if (!isNews) return;
    wellAt.set(store, now.getTime());
    return writeSuccess(db, store, now);
  }

  return {
    whyUnusable,
    closedForMs(store) {
      const until = health().get(store)?.closedUntil;
      return until ? Math.max(0, until.getTime() - needs.clock.now().getTime()) : 0;
    },
    enter: async (store, visit) => (await claimSlot(db, store, visit, slotMsMax)) !== null,
    leave: (store, visit) =>
      releaseSlot(db, store, visit).catch((error: unknown) =>
        needs.logger.warn({ store, err: error }, 'store slot not released; it expires on its own'),
      ),
    report(store, failure, isBroken = false) {
      note(store, failure, isBroken).catch((error: unknown) =>
        needs.logger.warn({ store, err: error }, 'store health write failed'),
      );
    },
    searchMsOf: (store) => health().get(store)?.searchMs ?? null,
    noteSearchMs(store, usualMs) {
      const last = health().get(store) ?? healthUnknown;
      const searchMs = Math.round(usualMs);
      if (!isNewSearchMs(last.searchMs, searchMs)) return;
      health().set(store, { ...last, searchMs });
      writeSearchMs(db, store, searchMs).catch((error: unknown) =>
        needs.logger.warn({ store, err: error }, 'store latency write failed'),
      );
    },
    sleep: needs.clock.sleep,
  };
}

/** Tracks stores with unreadable credentials and retries them, because keys may be restored. */
function watchCredentials({ vault, clock, logger }: LiveStoreNeeds) {
  let rows: StoreRow[] = [];
  let unreadable = new Set<string>();
  let triedAt = 0;
  return {
    has: (store: string): boolean => unreadable.has(store),
    async look(changed?: StoreRow[]): Promise<void> {
      const now = clock.now().getTime();
      if (!changed && (unreadable.size === 0 || now - triedAt < credentialRetryMs)) return;
      rows = changed ?? rows;
      triedAt = now;
      const after = new Set<string>();
      for (const row of rows) if ((await tryOpenCredentials(vault, row)) === 'unreadable') after.add(row.name);
      for (const store of after) {
        if (!unreadable.has(store)) logger.error({ store }, 'store credentials unreadable: enter them again');
      }
      unreadable = after;
    },
  };
}
