import type { SimulatorControls } from '../../connectors/simulator/index.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database/index.ts';
import { type App, addressBucket, clientAddress, withExample } from '../../platform/http/index.ts';
import { createRouter, type Guard, type Router } from '../access/accounts/index.ts';
import { CaseAnswerBody, CaseView, presentCase } from '../delivery/cases/index.ts';
import type { ResolveNeeds } from '../delivery/returns/index.ts';
import type { TrackNeeds } from '../delivery/tracking/index.ts';
import {
  exampleOrder,
  exampleOrderView,
  type OrderReader,
  OrderView,
  onClockOfOrder,
  presentOrder,
} from '../orders/orders/index.ts';
import { advanceOrder } from './advance-order.ts';
import { createMinter } from './mint-key.ts';
import { claimHints, expiresPolicy } from './model.ts';
import { createQuickstart } from './quickstart.ts';
import { replyToCase } from './reply-to-case.ts';
import { type ClaimRouteNeeds, claimRoutes } from './routes-claim.ts';
import { clockRoutes } from './routes-clocks.ts';
import { holdRoutes } from './routes-holds.ts';
import { sandboxReturnRoutes } from './routes-returns.ts';
import { AdvanceBody, MintBody, MintedKey, SandboxStatus } from './schema.ts';
import { shopRoutes } from './shop.ts';
import { findSandboxState } from './sql.ts';

export interface SandboxRouteNeeds extends ClaimRouteNeeds {
  config: Pick<Config, 'publicUrl' | 'trustedProxies' | 'sandboxMintsPerIpPerDay' | 'sandboxMintsPerDay'>;
  database: Database;
  clock: Clock;
  guard: Guard;
  read: OrderReader;
  simulator: SimulatorControls;
  tracking: TrackNeeds;
  returns: ResolveNeeds;
}

/** The body is tiny, and anyone may send one. */
const mintBytesMax = 16 * 1024;

export function sandboxRoutes(app: App, needs: SandboxRouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Sandbox');
  mintRoute(router, needs);
  manualStepRoutes(router, needs);
  claimRoutes(router, needs);
  shopRoutes(app, needs);
  app.get('/sandbox/quickstart', { onRequest: needs.guard.anyone, schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/markdown; charset=utf-8')
      .send(createQuickstart(needs.config.publicUrl, needs.simulator.scenarios)),
  );
  sandboxReturnRoutes(router, needs);
  holdRoutes(router, needs);
  clockRoutes(router, needs);
}

function mintRoute(router: Router, needs: SandboxRouteNeeds): void {
  const { publicUrl, trustedProxies, sandboxMintsPerIpPerDay, sandboxMintsPerDay } = needs.config;
  const mint = createMinter({
    db: needs.database.db,
    clock: needs.clock,
    mintsPerAddressPerDay: sandboxMintsPerIpPerDay,
    mintsPerDay: sandboxMintsPerDay,
  });
  const firstProduct = `${publicUrl}/shop/products/test-success`;
  const quickstartUrl = `${publicUrl}/sandbox/quickstart`;

  router.post('/sandbox/keys', {
    auth: 'none',
    operationId: 'mintSandboxKey',
    summary: 'Create a test key',
    description:
      'Needs no account. Limited per IP address and in total per day (UTC); a 429 says when the limit resets. Reuse a key instead of creating many.',
    bodyLimit: mintBytesMax,
    body: MintBody,
    response: { 201: MintedKey },
    async handler(request, reply) {
      const bucket = addressBucket(clientAddress(request, trustedProxies));
      const { email = null, name = null } = request.body ?? {};
      const { key, claimToken } = await mint({ addressBucket: bucket, email, name });
      reply.header('cache-control', 'no-store');
      return {
        api_key: key,
        key,
        expires_policy: expiresPolicy,
        quickstart_url: quickstartUrl,
        example_order: exampleOrder(firstProduct),
        claim_url: `${publicUrl}/claim/${claimToken}`,
        next: [
          'Save api_key. It is shown only here. Send it as "Authorization: Bearer <api_key>".',
          `Send example_order to POST ${publicUrl}/orders to place your first order. No real money moves.`,
          `Poll GET ${publicUrl}/orders/{id} until its status is order_placed, then watch GET ${publicUrl}/track/{id}.`,
          'Give claim_url to your user. It is shown only here and lets them keep this sandbox.',
          `Read ${quickstartUrl} for search, errors, idempotency and the test products.`,
        ],
      };
    },
  });
}

function manualStepRoutes(router: Router, needs: SandboxRouteNeeds): void {
  router.get('/sandbox/status', {
    auth: 'key',
    operationId: 'getSandboxStatus',
    summary: 'Get the sandbox status',
    description: "Whether someone has claimed this key's sandbox.",
    response: { 200: SandboxStatus },
    async handler({ caller }) {
      const state = await findSandboxState(needs.database.db, caller.accountId);
      if (state.claimed_by_email !== null) {
        return { claimed: true, hint: claimHints.claimed, claimed_by_email: state.claimed_by_email };
      }
      return { claimed: false, hint: state.is_provisional ? claimHints.provisional : claimHints.ordinary };
    },
  });

  router.post('/sandbox/orders/:order_id/advance', {
    auth: 'key',
    operationId: 'advanceSandboxOrder',
    summary: 'Move a sandbox package',
    description:
      "Sets the order's tracking status. From then on, the package moves only when you call this. Test keys only.",
    body: AdvanceBody,
    response: { 200: withExample(OrderView, exampleOrderView) },
    errors: ['bad_request'],
    handler: async ({ caller, params, body }) =>
      onClockOfOrder(needs.database.db, caller, params.order_id, async () =>
        presentOrder(await advanceOrder(needs, caller, params.order_id, body.to), needs.clock.now()),
      ),
  });

  router.post('/sandbox/orders/:order_id/case/reply', {
    auth: 'key',
    operationId: 'replyToSandboxCase',
    summary: 'Reply to a sandbox case',
    description: 'Replies to an open case as an operator would. Test keys only.',
    body: CaseAnswerBody,
    response: { 200: CaseView },
    errors: ['bad_request'],
    async handler({ caller, params, body }) {
      const replyNeeds = { db: needs.database.db, clock: needs.clock, read: needs.read };
      return onClockOfOrder(needs.database.db, caller, params.order_id, async () =>
        presentCase(await replyToCase(replyNeeds, caller, params.order_id, body)),
      );
    },
  });
}
