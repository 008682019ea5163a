import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { fieldsOf, textOf } from '../../../kit/fields.ts';
import type { App } from '../../../platform/http/index.ts';
import { requireScope } from '../../access/accounts/index.ts';
import { callPrice, payCall, servePaid } from '../agent/index.ts';
import { completePaid } from './complete-paid.ts';
import { actFor, agentOf, attempt, buyerOf, hidden, type Outcome, signer, type UcpRouteNeeds } from './door.ts';
import { keyNeeded } from './failures.ts';
import { type acts, looks, show } from './operations.ts';
import { placeOf } from './profile.ts';

const withId = { hide: true, params: Type.Object({ id: Type.String({ maxLength: 100 }) }) } as const;
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

function send(reply: FastifyReply, outcome: Outcome, status: number): FastifyReply {
  if ('refusal' in outcome) {
    const { status: refused, code, content, headers } = outcome.refusal;
    return reply.code(refused).headers(headers).send({ code, content });
  }
  if (outcome.isReplay) reply.header('Idempotent-Replayed', 'true');
  return reply.code(status).send(outcome.data);
}

const keyOf = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : undefined;
};

export function restRoutes(app: App, needs: UcpRouteNeeds): void {
  const place = placeOf(needs.shown.version);
  const door = { onRequest: needs.guard.anyone, onSend: signer(needs), config: { keepsBytes: true } };
  const act =
    (name: keyof typeof acts, status = 200): Handler =>
    async (request, reply) => {
      const id = textOf(fieldsOf(request.params).id) ?? '';
      const outcome = await attempt(async () => {
        const buyer = buyerOf(request, await agentOf(needs, request));
        return actFor(needs, name, buyer, { id, body: request.body ?? {}, key: keyOf(request) });
      });
      return send(reply, outcome, status);
    };
  const look = (name: keyof typeof looks) => lookAt(needs, name);
  app.post(`${place}/catalog/search`, { ...door, schema: hidden }, look('search_catalog'));
  app.post(`${place}/catalog/lookup`, { ...door, schema: hidden }, look('lookup_catalog'));
  app.post(`${place}/catalog/product`, { ...door, schema: hidden }, look('get_product'));
  app.post(`${place}/checkout-sessions`, { ...door, schema: hidden }, act('create_checkout', 201));
  app.get(`${place}/checkout-sessions/:id`, { ...door, schema: withId }, act('get_checkout'));
  app.put(`${place}/checkout-sessions/:id`, { ...door, schema: withId }, act('update_checkout'));
  app.post(
    `${place}/checkout-sessions/:id/complete`,
    { ...door, schema: withId },
    complete(needs, act('complete_checkout')),
  );
  app.post(`${place}/checkout-sessions/:id/cancel`, { ...door, schema: withId }, act('cancel_checkout'));
  app.get(`${place}/orders/:id`, { ...door, schema: withId }, act('get_order'));
}

/** A key looks for nothing; without one a look is paid for, as any data call of agent mode. */
function lookAt(needs: UcpRouteNeeds, name: keyof typeof looks): Handler {
  const { payment } = needs;
  return async (request, reply) => {
    const asked = { id: '', body: request.body ?? {} };
    const { caller } = request;
    const isKeyless = caller === null && request.headers.authorization?.startsWith('Bearer') !== true;
    if (isKeyless && payment.callMethods.length > 0) {
      const wanted = { amount: callPrice, description: '0.01 USD a call', check: () => {} };
      return servePaid(payment, { request, reply }, payment.callMethods, wanted, (payer) =>
        payCall(payment, payer, () => looks[name].look(needs, payer.method.world, asked)),
      );
    }
    const outcome = await attempt(async () => {
      const buyer = buyerOf(request, await agentOf(needs, request));
      if (buyer.kind !== 'key') throw keyNeeded();
      requireScope(buyer.caller, looks[name].scope);
      return { data: await looks[name].look(needs, buyer.caller.world, asked) };
    });
    return send(reply, outcome, 200);
  };
}

/** Of an agent without a key a payment is asked; a key pays with its wallet. */
function complete(needs: UcpRouteNeeds, withWallet: Handler): Handler {
  return async (request, reply) => {
    if (request.caller) return withWallet(request, reply);
    const id = textOf(fieldsOf(request.params).id) ?? '';
    let sent: FastifyReply = reply;
    const outcome = await attempt(async () => {
      const buyer = buyerOf(request, await agentOf(needs, request));
      if (buyer.kind === 'agent') {
        sent = await completePaid(needs, { request, reply }, buyer, id, (standing) => show(needs, standing));
      }
      return { data: {} };
    });
    return 'refusal' in outcome ? send(reply, outcome, 200) : sent;
  };
}
