import { Type } from 'typebox';
import { isUuid } from '../../../kit/ids.ts';
import { type App, bodyBytes, withExample } from '../../../platform/http/index.ts';
import { createRouter, type Guard } from '../../access/accounts/index.ts';
import { badSignature } from './failures.ts';
import { recoverSession } from './recover-top-ups.ts';
import { recordReversals } from './reversals.ts';
import { type SettleNeeds, settleTopUp } from './settle-top-up.ts';
import { findBySession, findTopUp, type TopUpRow } from './sql.ts';
import { findByPayment } from './sql-reversals.ts';

const Received = withExample(Type.Object({ received: Type.Boolean({ description: 'Always true.' }) }), {
  received: true,
});

/** A session, or a charge, refund or dispute of its payment. */
interface EventObject {
  object?: unknown;
  id?: unknown;
  payment_intent?: unknown;
  metadata?: Record<string, unknown> | null;
}

/**
 * Stripe events. An event only says where to look: the object is read back from Stripe. So order, repeats and delays don't matter.
 */
export interface EventNeeds extends SettleNeeds {
  guard: Guard;
  /** Events about saved cards and card payments. */
  receiveCardEvent(object: EventObject): Promise<void>;
}

export function eventRoutes(app: App, needs: EventNeeds): void {
  const router = createRouter(app, needs.guard, 'Provider events');
  const { db } = needs.database;
  router.post('/stripe/events', {
    auth: 'anyone',
    operationId: 'receiveStripeEvent',
    summary: 'Receive Stripe events',
    description:
      'Verified with STRIPE_WEBHOOK_SECRET. In Stripe, send this endpoint the events checkout.session.*, payment_intent.canceled, charge.refunded and charge.dispute.*.',
    config: { keepsBytes: true },
    headers: Type.Object({
      'stripe-signature': Type.Optional(
        Type.String({ description: "Stripe's signature for the body.", maxLength: 8192 }),
      ),
    }),
    body: Type.Unknown({
      examples: [{ id: 'evt_1', object: 'event', type: 'checkout.session.completed', data: { object: {} } }],
    }),
    response: { 200: Received },
    errors: ['bad_request'],
    async handler(request) {
      const signature = request.headers['stripe-signature'];
      const body = bodyBytes(request);
      const object = read(body, signature);
      // Throwing makes Stripe resend the event. A job checks too.
      const id = await topUpOf(object);
      if (id !== null) await settleTopUp(needs, id);
      else await adoptUnknown(object);
      const paid = await paidBy(object);
      if (paid !== null) await recordReversals(needs, paid);
      await needs.receiveCardEvent(object);
      return { received: true };
    },
  });

  function read(body: Buffer | null, signature: string | string[] | undefined): EventObject {
    if (!needs.checkout || body === null || typeof signature !== 'string') throw badSignature();
    try {
      return needs.checkout.event(body, signature, needs.clock.now()).data.object as EventObject;
    } catch {
      throw badSignature();
    }
  }

  /** A session with our metadata whose top-up a restore lost. */
  async function adoptUnknown({ object, id, metadata }: EventObject): Promise<void> {
    if (object !== 'checkout.session' || typeof id !== 'string' || typeof metadata?.top_up_id !== 'string') return;
    const session = await needs.checkout?.session(id);
    if (session) await recoverSession(needs, session);
  }

  /** The top-up whose payment was refunded or disputed at Stripe. */
  async function paidBy({ object, payment_intent: payment }: EventObject): Promise<TopUpRow | null> {
    const isAboutPayment = object === 'charge' || object === 'refund' || object === 'dispute';
    return isAboutPayment && typeof payment === 'string' ? findByPayment(db, payment) : null;
  }

  async function topUpOf(object: EventObject): Promise<string | null> {
    if (object.object !== 'checkout.session' || typeof object.id !== 'string') return null;
    const known = await findBySession(db, object.id);
    if (known !== null) return known;
    // The response with the session may have been lost. Its metadata names the top-up.
    const named = object.metadata?.top_up_id;
    const topUp = typeof named === 'string' && isUuid(named) ? await findTopUp(db, named) : null;
    return topUp?.provider === 'stripe' ? topUp.id : null;
  }
}
