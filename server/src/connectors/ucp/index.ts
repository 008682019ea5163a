import { secondMs, systemClock } from '../../kit/clock.ts';
import type { World } from '../../kit/world.ts';
import { unreachableFrom, unsureAnswer } from '../answers.ts';
import type {
  Ability,
  Call,
  Connector,
  FindAnswer,
  LoginAnswer,
  Prepared,
  PurchaseRequest,
  ReadOnlyRetailerAccount,
  RefundAnswer,
  TrackAnswer,
} from '../contract.ts';
import { identityOf } from '../product-path.ts';
import { refuse } from '../refuse.ts';
import { findingAt, type ProbeFinding, type Store, type StoreKind, type StoreNeeds } from '../store.ts';
import type { StoreClient } from '../store-client.ts';
import { createUcpApi, type UcpApi } from './api.ts';
import { createCatalog } from './catalog.ts';
import { discover } from './discovery.ts';
import { handleIn } from './handle.ts';
import { fence, find } from './history.ts';
import { createLinking, type LinkingNeeds } from './linking.ts';
import { prepare } from './prepare.ts';
import { checkRefund } from './refunds.ts';
import { cancelSession, readSession } from './sessions.ts';
import { UcpCredentials, UcpPayment, UcpSettings } from './settings.ts';
import { createActorFor, createLinkAction } from './store-actor.ts';
import { type SubmitNeeds, submit } from './submit.ts';
import { track } from './tracking.ts';
import { verifyMessage } from './verify-message.ts';

const ucpAbilities: Ability[] = ['search', 'product', 'offers', 'checkout', 'quote', 'find', 'fence', 'track', 'login'];

/** UCP stores have a profile at a well-known URL. */
async function probe(url: URL, client: StoreClient, call: Call): Promise<ProbeFinding | null> {
  const store = { url: url.origin, apiUrl: null, settings: {} };
  const found = await discover(store, { client, clock: systemClock }, call);
  if (found.kind !== 'profile') return null;
  const { capabilities } = found.profile;
  const hasCatalogue = [...capabilities].some((name) => name.startsWith('dev.ucp.shopping.catalog.'));
  const canBuy = capabilities.has('dev.ucp.shopping.checkout');
  const hasAccounts = found.profile.linking !== null;
  const isShelf = (ability: Ability): boolean => ['search', 'product', 'offers'].includes(ability);
  return findingAt(url, {
    abilities: ucpAbilities.filter((ability) =>
      isShelf(ability) ? hasCatalogue : canBuy && (ability !== 'login' || hasAccounts),
    ),
    missing: [
      'currency: UCP stores return it only with a checkout.',
      'payment: the payment handler and the type of instrument to pay with. credentials.payment_token: its token.',
      ...(hasCatalogue ? [] : ["The store has no catalog. Order products using the store's item IDs."]),
    ],
  });
}

const noAccount: NonNullable<StoreNeeds['identity']> = {
  profileUrl: () => '',
  key: () => Promise.reject(new Error('This service has no key of its own yet.')),
};

function create<W extends World>(store: Store<W>, needs: StoreNeeds): Connector<W> {
  const api = createUcpApi(store, needs);
  const buying = { store, api, clock: needs.clock, credentials: needs.credentials };
  const linking = { ...buying, client: needs.client, identity: needs.identity ?? noAccount };

  /** Runs with the purchase's account, or returns `otherwise`. */
  async function as<T>(
    account: ReadOnlyRetailerAccount | null,
    call: Call,
    work: (needs: typeof buying) => Promise<T>,
    otherwise: (message: string) => T,
  ): Promise<T> {
    const acting = await createActorFor(linking, account, call);
    return acting.kind === 'acting' ? work({ ...buying, api: acting.api }) : otherwise(acting.message);
  }
  const unreachable = (message: string) => unreachableFrom({ message, retryAfterMs: store.trackEveryMs });

  return {
    ...identityOf(store),
    abilities: new Set(ucpAbilities),
    honours: new Set(['no_tax']),
    lookup: 'reference',
    ...createCatalog(buying),
    prepare: (request, call) => createBuyingAs(linking, request, call, (mine) => prepare(mine, request, call)),
    async submit(checkout, request, call) {
      const acting = await createActorFor(linking, request.account, call);
      if (acting.kind !== 'acting') return requestLink(linking, request, acting.message);
      return submit({ ...buying, api: acting.api }, checkout, request, call);
    },
    async release(checkout, request, call) {
      const handle = handleIn(checkout.handle);
      const acting = handle && (await createActorFor(linking, request.account, call));
      if (handle?.checkoutId && acting?.kind === 'acting') await cancelSession(acting.api, handle.checkoutId, call);
    },
    watch: {
      everyMs: watchMs,
      look: (resume, account, call) =>
        as(
          account,
          call,
          ({ api: mine }) => lookAtSession(mine, handleIn(resume)?.checkoutId ?? null, call),
          () => null,
        ),
    },
    find: (query, call) => as<FindAnswer>(query.account, call, (mine) => find(mine, query, call), unsureAnswer),
    fence: (query, call) =>
      as(
        query.account,
        call,
        (mine) => fence(mine, query, call),
        () => ({ fenced: false }),
      ),
    track: (purchase, call) =>
      as<TrackAnswer>(purchase.account, call, (mine) => track(mine, purchase, call), unreachable),
    checkRefund: (request, call) =>
      as<RefundAnswer>(request.purchase.account, call, (mine) => checkRefund(mine, request, call), unreachable),
    vouchesFor: (message, call) => verifyMessage(api, message, needs.clock.now(), call),
    linking: createLinking(linking),
    login: (_retailer, account, call) => logIn(linking, account, call),
  };
}

const watchMs = 20 * secondMs;

/** Answers for a person who completed the checkout on the store's page. */
async function lookAtSession(api: UcpApi, checkoutId: string | null, call: Call): Promise<{ done: true } | null> {
  const session = checkoutId === null ? null : await readSession(api, checkoutId, call);
  return session !== null && !('kind' in session) && session.status === 'completed' ? { done: true } : null;
}

type Buying = LinkingNeeds & SubmitNeeds;

/** Prepares with the order's account. Asks its owner if the store needs more consent. */
async function createBuyingAs(
  needs: Buying,
  request: PurchaseRequest,
  call: Call,
  work: (mine: Buying) => Promise<Prepared>,
): Promise<Prepared> {
  if (request.account) {
    const found = await needs.api.profile(call);
    if (found.kind !== 'profile') return found;
    if (!found.profile.linking) {
      return refuse(
        'login_failed',
        'This store only supports guest checkout. Remove the retailer account from the order.',
      );
    }
  }
  const acting = await createActorFor(needs, request.account, call);
  if (acting.kind === 'blocked') return acting;
  if (acting.kind === 'not linked') return requestLink(needs, request, acting.message);
  const prepared = await work({ ...needs, api: acting.api });
  if (prepared.kind === 'ready' || acting.wants() === null) return prepared;
  return requestLink(needs, request, 'The store requires the customer to authorize again.');
}

const requestLink = (needs: LinkingNeeds, { account, isQuote }: PurchaseRequest, message: string) =>
  (account && !isQuote && createLinkAction(needs, account)) ||
  refuse('login_failed', `${message} Link the account first.`);

async function logIn(needs: LinkingNeeds, account: ReadOnlyRetailerAccount, call: Call): Promise<LoginAnswer> {
  const acting = await createActorFor(needs, account, call);
  if (acting.kind === 'acting') return { kind: 'ok' };
  if (acting.kind === 'blocked') return acting;
  return {
    kind: 'blocked',
    reason: 'account_verification_required',
    message: `${acting.message} Link the account first.`,
  };
}

export { knownVersions } from './profile.ts';

/** Stores with the Universal Commerce Protocol over REST or MCP, as a guest or with a linked account. */
export const ucp: StoreKind = {
  kind: 'ucp',
  label: 'UCP',
  modes: ['automatic', 'review', 'catalogue'],
  settings: UcpSettings,
  credentials: UcpCredentials,
  payment: UcpPayment,
  probe,
  create,
};
