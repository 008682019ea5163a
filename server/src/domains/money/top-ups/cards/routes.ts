import { Type } from 'typebox';
import { notFound } from '../../../../kit/failure.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import { type App, sendPage } from '../../../../platform/http/index.ts';
import { enqueue } from '../../../../platform/queue/index.ts';
import {
  createdIdOf,
  createRouter,
  type Guard,
  onceOf,
  type Router,
  runIdempotent,
} from '../../../access/accounts/index.ts';
import { testCards } from './model.ts';
import type { CardNeeds } from './needs.ts';
import { setupPage } from './pages.ts';
import { presentCard, presentSetup } from './present.ts';
import { CardChange, CardList, CardPath, CardView, SetupBody, SetupPath, SetupView } from './schema.ts';
import { insertCardSetup, openSetupPage, refreshSetup, saveTestCard } from './setup-card.ts';
import { findCard, findSetup, listCards, makeDefault, removeCard, type SetupRow } from './sql-cards.ts';

interface CardRouteNeeds extends CardNeeds {
  guard: Guard;
}

export function cardRoutes(app: App, needs: CardRouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Wallet');
  readRoutes(router, needs);
  setupRoutes(router, needs);
  changeRoutes(router, needs);
  pageRoutes(app, needs);
}

function readRoutes(router: Router, { database, clock }: CardRouteNeeds): void {
  router.get('/wallet/cards', {
    auth: 'key',
    operationId: 'listCards',
    summary: 'List saved cards',
    description: 'The default card first. A sandbox has test cards: one that works, one that is declined, and more.',
    response: { 200: CardList },
    async handler({ caller }) {
      const cards = await listCards(database.db, caller, clock.now());
      return { cards: cards.map(presentCard), total: cards.length };
    },
  });
}

function setupRoutes(router: Router, needs: CardRouteNeeds): void {
  const { db } = needs.database;
  router.post('/wallet/cards', {
    auth: 'manage',
    operationId: 'createCardSetup',
    summary: 'Save a card',
    description:
      'Open `url` in a browser: the user enters the card on a Stripe page, or chooses a test card in the sandbox. ' +
      'Card numbers never pass through this API.',
    isIdempotent: true,
    body: SetupBody,
    response: { 201: SetupView },
    errors: ['cards_unavailable', 'external_service_error'],
    async handler(request, reply) {
      const { caller, body } = request;
      const answer = await runIdempotent({ db, clock: needs.clock }, onceOf(request), async (tx) => {
        const id = await insertCardSetup(needs, tx, caller, body.return_url ?? null);
        return { status: 201, text: JSON.stringify({ id }), resource: 'card-setup', resourceId: id };
      });
      const id = createdIdOf(answer);
      await openSetupPage(needs, id);
      const setup = await findSetup(db, id);
      if (!setup) throw notFound();
      if (answer.isReplay) reply.header('Idempotent-Replayed', 'true');
      return presentSetup(setup);
    },
  });

  router.get('/wallet/card-setups/:setup_id', {
    auth: 'key',
    operationId: 'getCardSetup',
    summary: 'Check whether a card was saved',
    description: 'Checks with Stripe until the card is saved, so you can poll it.',
    response: { 200: SetupView },
    async handler({ caller, params }) {
      const setup = await findSetup(db, params.setup_id);
      if (setup?.account_id !== caller.accountId || setup.world !== caller.world) throw notFound();
      return presentSetup(await refreshSetup(needs, setup));
    },
  });
}

function changeRoutes(router: Router, { database, clock }: CardRouteNeeds): void {
  router.patch('/wallet/cards/:card_id', {
    auth: 'manage',
    operationId: 'updateCard',
    summary: 'Make a card the default',
    description:
      "Orders that don't specify a card are charged to it from now on. Orders already authorized keep their card.",
    params: CardPath,
    body: CardChange,
    response: { 200: CardView },
    errors: ['not_found'],
    async handler({ caller, params }) {
      return inTransaction(database.db, async (tx) => {
        const { card_id: id } = params;
        const now = clock.now();
        const card = (await makeDefault(tx, caller, id, now)) && (await findCard(tx, caller, id, now));
        // Throwing also keeps the default as it was.
        if (!card) throw notFound();
        return presentCard(card);
      });
    },
  });

  router.delete('/wallet/cards/:card_id', {
    auth: 'manage',
    operationId: 'deleteCard',
    summary: 'Remove a card',
    description: 'Orders that are already authorized are still charged and refunded to the card.',
    params: CardPath,
    response: { 204: Type.Null() },
    errors: ['not_found'],
    async handler({ caller, params: { card_id: cardId } }) {
      await inTransaction(database.db, async (tx) => {
        if (!(await removeCard(tx, caller, cardId, clock.now()))) throw notFound();
        if (caller.world === 'live')
          await enqueue(tx, { kind: 'cards.detach', payload: { cardId }, dedupeKey: cardId });
      });
      return null;
    },
  });
}

const ChosenCard = Type.Object({ card: Type.Enum(testCards.map(({ id }) => id)) });

/** The ID is the only credential, as for top-ups. The page shows nothing about the account. */
function pageRoutes(app: App, needs: CardRouteNeeds): void {
  const { db } = needs.database;
  const open = { onRequest: needs.guard.anyone };
  const find = async (id: string): Promise<SetupRow> => {
    const setup = await findSetup(db, id);
    if (!setup) throw notFound();
    return setup;
  };

  app.get('/card-setups/:setup_id', { ...open, schema: { hide: true, params: SetupPath } }, async (request, reply) => {
    const setup = await find(request.params.setup_id);
    const fresh = await refreshSetup(needs, setup).catch(() => setup);
    return sendPage(reply.header('referrer-policy', 'no-referrer'), setupPage(fresh));
  });

  app.post(
    '/card-setups/:setup_id',
    { ...open, config: { takesForm: true }, schema: { hide: true, params: SetupPath, body: ChosenCard } },
    async (request, reply) => {
      const setup = await find(request.params.setup_id);
      if (setup.world !== 'test') throw notFound();
      await saveTestCard(needs, setup, request.body.card);
      return reply.redirect(`/card-setups/${setup.id}`, 303);
    },
  );
}
