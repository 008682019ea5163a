import type { Address, RetailerAccount } from '../../../connectors/contract.ts';
import type { StoreKind } from '../../../connectors/store.ts';
import type { Clock } from '../../../kit/clock.ts';
import { Failure, notFound } from '../../../kit/failure.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Limiter } from '../../../platform/limiter.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Outgoing } from '../../../platform/outgoing/index.ts';
import type { Guard, Router } from '../../access/accounts/index.ts';
import { checkStore, type Step } from './check-store.ts';
import { createStoreClient } from './client.ts';
import { limitsDefault } from './configured-store.ts';
import type { LiveStores } from './live-stores.ts';
import { describeAddress } from './probe-store.ts';
import { addressFrom } from './read-store.ts';
import { walkRoutes } from './routes-walks.ts';
import { StorePath } from './schema.ts';
import { CheckAnswer, type CheckBody, CheckBody as CheckSchema, ProbeAnswer, ProbeBody } from './schema-check.ts';
import { findStore, type StoreRow } from './sql.ts';

export interface StoreCheckNeeds {
  database: Database;
  clock: Clock;
  logger: Logger;
  guard: Guard;
  limiter: Pick<Limiter, 'take'>;
  outgoing: Outgoing;
  kinds: readonly StoreKind[];
  stores: LiveStores;
  /** Leases the service's account at a store. Null if a purchase uses it. */
  leaseServiceAccount<T>(accountId: string, work: (account: RetailerAccount) => Promise<T>): Promise<T | null>;
}

/** Read-only store routes. */
export function checkRoutes(router: Router, needs: StoreCheckNeeds): void {
  walkRoutes(router, needs);
  router.post('/operator/stores/probe', {
    auth: 'operator',
    operationId: 'probeStore',
    summary: 'Probe a store',
    description:
      'Detects the kind of store at a URL and what you still have to provide. Changes nothing. `kind` is null if the URL did not respond (`reachable: false`) or has no API that Errand supports; `missing` says what to do.',
    body: ProbeBody,
    response: { 200: ProbeAnswer },
    errors: ['url_unreachable'],
    async handler({ body }) {
      const url = new URL(body.url);
      const check = await needs.outgoing.checkUrl(url.href);
      if (!check.ok) throw new Failure('url_unreachable', 400, check.reason);
      const client = createStoreClient(needs, `probe ${url.host}`, limitsDefault);
      return describeAddress({ ...needs, client }, url);
    },
  });

  router.post('/operator/stores/:name/check', {
    auth: 'operator',
    operationId: 'checkStore',
    summary: 'Check a store',
    description:
      'Runs a search, fills a cart, reads the total and empties the cart again. Buys nothing. Each step shows what worked.',
    params: StorePath,
    body: CheckSchema,
    response: { 200: CheckAnswer },
    errors: ['not_found', 'account_in_use'],
    async handler({ params, body }) {
      await needs.stores.refresh();
      const row = await findStore(needs.database.db, params.name);
      if (!row) throw notFound();
      const steps = await runStoreCheck(needs, row, body ?? {});
      return {
        store: row.name,
        ok: steps.every(({ status }) => status !== 'failed'),
        warnings: needs.stores.warningsOf(row.name),
        steps: steps.map(({ durationMs, ...step }) => ({ ...step, duration_ms: durationMs })),
      };
    },
  });
}

/** Default test address in a country that the store ships to. */
const sampleAddress: Address = {
  firstName: 'Store',
  lastName: 'Check',
  addressLine1: '100 Congress Avenue',
  addressLine2: null,
  city: 'Austin',
  state: 'TX',
  postalCode: '78701',
  country: 'US',
  phoneNumber: '+15125550100',
};

/** Product to check if the recipe has no search. */
function testProductOf({ config }: StoreRow): string | null {
  const { test_product: path } = fieldsOf(config.settings);
  return typeof path === 'string' && config.url !== null ? new URL(path, config.url).href : null;
}

export async function runStoreCheck(
  needs: Pick<StoreCheckNeeds, 'clock' | 'stores' | 'leaseServiceAccount'>,
  row: StoreRow,
  body: CheckBody,
  /** ID of a nightly check and its recording. No person is asked to act. */
  walkId: string | null = null,
): Promise<Step[]> {
  const connector = needs.stores.connectorOf(row.name);
  if (!connector) {
    const message = "This store's configuration is invalid. See the log for details.";
    return [{ step: 'search', status: 'failed', message, durationMs: 0 }];
  }
  const wanted = {
    query: body.query ?? 'a',
    productUrl: body.product_url ?? testProductOf(row),
    variant: body.variant ?? null,
    shipTo: body.ship_to ? addressFrom(body.ship_to) : (row.config.billTo ?? sampleAddress),
    walkId,
  };
  const check = (account: RetailerAccount | null) => checkStore(needs, connector, row.name, wanted, account);
  if (row.own_account_id === null) return check(null);
  const steps = await needs.leaseServiceAccount(row.own_account_id, check);
  if (steps) return steps;
  throw new Failure('account_in_use', 409, "A purchase is using this store's account. Try again in a moment.");
}
