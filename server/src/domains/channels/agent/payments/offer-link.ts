import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../../kit/canonical-json.ts';
import { type Clock, plusMs } from '../../../../kit/clock.ts';
import { Failure, Invalid } from '../../../../kit/failure.ts';
import { newId } from '../../../../kit/ids.ts';
import type { World } from '../../../../kit/world.ts';
import { type Database, inTransaction, type Tx } from '../../../../platform/database/index.ts';
import { type Caller, createKey, findKeyLabel, insertAccount } from '../../../access/accounts/index.ts';
import { type Acceptor, type OrderBody, orderRequestFrom } from '../../../orders/orders/index.ts';
import { payWithinMs, summaryOf } from './model.ts';
import { payUrlOf } from './present.ts';
import { insertPayment, type NewPayment } from './sql.ts';

interface Needs {
  database: Database;
  clock: Clock;
  acceptor: Acceptor;
  publicUrl: string;
  /** Why live payments are not possible; null if they are. */
  whyUnavailable: string | null;
}

export interface Link {
  paymentId: string;
  payUrl: string;
  /** The key of an agent's order; valid once paid. */
  orderKey: string | null;
}

interface WantedPayment {
  body: OrderBody;
  feeCents: number;
  idempotencyKey: string | null;
}

export interface LinkOffers {
  /** Refuses with a payment link, if only money is missing. */
  withLink(caller: Caller, wanted: WantedPayment, refusal: unknown): Promise<unknown>;
  /** A link for an agent without an account; null if it cannot be paid. */
  forAgent(world: World, wanted: WantedPayment): Promise<Link | null>;
}

const isInsufficientFunds = (refusal: unknown): refusal is Failure =>
  refusal instanceof Failure && refusal.code === 'insufficient_funds';

export function createLinkOffers(needs: Needs): LinkOffers {
  const { database, clock, acceptor } = needs;
  const isPayable = (world: World) => world === 'test' || needs.whyUnavailable === null;

  const rowFor = (
    owner: Owner,
    { body, feeCents, idempotencyKey }: WantedPayment,
    maxPriceCents: number,
  ): NewPayment => {
    const { idempotency_key: _, ...asked } = body;
    const now = clock.now();
    return {
      id: newId(),
      world: owner.world,
      api_key_id: owner.keyId,
      is_agent: owner.orderId !== null,
      order_id: owner.orderId,
      body,
      idempotency_key: idempotencyKey,
      digest: createHash('sha256').update(canonicalJson({ asked, idempotencyKey })).digest(),
      products: body.products.map(({ url, quantity, variant }) => ({ url, quantity, variant: variant ?? null })),
      ship_to_summary: summaryOf(body.shipping_address),
      client: owner.client,
      max_price_cents: maxPriceCents,
      fee_cents: feeCents,
      created_at: now,
      expires_at: plusMs(now, payWithinMs),
    };
  };
  const linkTo = (paymentId: string, orderKey: string | null): Link => ({
    paymentId,
    payUrl: payUrlOf(needs.publicUrl, paymentId),
    orderKey,
  });

  return {
    async withLink(caller, wanted, refusal) {
      if (!isInsufficientFunds(refusal) || !isPayable(caller.world)) return refusal;
      // An order that would be refused anyway gets no link.
      const order = await acceptor.price(caller, orderRequestFrom(wanted.body, wanted.feeCents)).catch(nullIfRefused);
      if (!order) return refusal;
      const { db } = database;
      const owner = {
        ...caller,
        orderId: null,
        client: (await findKeyLabel(db, caller.keyId)) || 'Your app',
      };
      const link = linkTo(await insertPayment(db, rowFor(owner, wanted, order.max_price_cents)), null);
      return new Failure(refusal.code, refusal.status, refusal.message, {
        details: { ...refusal.details, payment_id: link.paymentId, pay_url: link.payUrl },
        headers: { link: `<${link.payUrl}>; rel="payment"` },
      });
    },

    async forAgent(world, wanted) {
      if (!isPayable(world)) return null;
      return inTransaction(database.db, async (tx) => {
        const { key, ...owner } = await insertAgent({ tx, clock }, world);
        // Agents send max_price in US dollars.
        return linkTo(await insertPayment(tx, rowFor(owner, wanted, wanted.body.max_price)), key);
      });
    },
  };
}

interface Owner {
  world: World;
  keyId: string;
  orderId: string | null;
  client: string;
}

async function insertAgent(needs: { tx: Tx; clock: Clock }, world: World): Promise<Owner & { key: string }> {
  const accountId = newId();
  const orderId = newId();
  await insertAccount(needs.tx, accountId, null, needs.clock.now());
  const { id: keyId, key } = await createKey(needs, { accountId, world, label: 'Order key', orderId });
  return { world, keyId, orderId, client: 'An agent', key };
}

function nullIfRefused(refusal: unknown): null {
  if (refusal instanceof Failure || refusal instanceof Invalid) return null;
  throw refusal;
}
