import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { fieldsOf, textOf } from '../../../kit/fields.ts';
import type { App } from '../../../platform/http/index.ts';
import { requireScope } from '../../access/accounts/index.ts';
import { callPrice, payCall, servePaidRequest } from '../agent/index.ts';
import { completePaid } from './complete-paid.ts';
import { keyRequired } from './failures.ts';
import { presentState, readOperations, type writeOperations } from './operations.ts';
import { basePathOf } from './profile.ts';
import {
  authenticateAgent,
  buyerOf,
  createResponseSigner,
  hidden,
  type Outcome,
  runForBuyer,
  runOperation,
  type UcpRouteNeeds,
} from './run-operation.ts';

const withId = { hide: true, params: Type.Object({ id: Type.String({ maxLength: 100 }) }) } as const;
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

function sendOutcome(reply: FastifyReply, outcome: Outcome, status: number): FastifyReply {
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
  const place = basePathOf(needs.shown.version);
  const door = { onRequest: needs.guard.anyone, onSend: createResponseSigner(needs), config: { keepsBytes: true } };
  const act =
    (name: keyof typeof writeOperations, status = 200): Handler =>
    async (request, reply) => {
      const id = textOf(fieldsOf(request.params).id) ?? '';
      const outcome = await runOperation(async () => {
        const buyer = buyerOf(request, await authenticateAgent(needs, request));
        return runForBuyer(needs, name, buyer, { id, body: request.body ?? {}, key: keyOf(request) });
      });
      return sendOutcome(reply, outcome, status);
    };
  const readRoute = (name: keyof typeof readOperations) => readHandler(needs, name);
  app.post(`${place}/catalog/search`, { ...door, schema: hidden }, readRoute('search_catalog'));
  app.post(`${place}/catalog/lookup`, { ...door, schema: hidden }, readRoute('lookup_catalog'));
  app.post(`${place}/catalog/product`, { ...door, schema: hidden }, readRoute('get_product'));
  app.post(`${place}/checkout-sessions`, { ...door, schema: hidden }, act('create_checkout', 201));
  app.get(`${place}/checkout-sessions/:id`, { ...door, schema: withId }, act('get_checkout'));
  app.put(`${place}/checkout-sessions/:id`, { ...door, schema: withId }, act('update_checkout'));
  app.post(
    `${place}/checkout-sessions/:id/complete`,
    { ...door, schema: withId },
    completeHandler(needs, act('complete_checkout')),
  );
  app.post(`${place}/checkout-sessions/:id/cancel`, { ...door, schema: withId }, act('cancel_checkout'));
  app.get(`${place}/orders/:id`, { ...door, schema: withId }, act('get_order'));
}

/** Reads are free with a key; without one they are paid data calls. */
function readHandler(needs: UcpRouteNeeds, name: keyof typeof readOperations): Handler {
  const { payment } = needs;
  return async (request, reply) => {
    const asked = { id: '', body: request.body ?? {} };
    const { caller } = request;
    const isKeyless = caller === null && request.headers.authorization?.startsWith('Bearer') !== true;
    if (isKeyless && payment.callMethods.length > 0) {
      const wanted = { amount: callPrice, description: '0.01 USD per call', check: () => {} };
      return servePaidRequest(payment, { request, reply }, payment.callMethods, wanted, (payer) =>
        payCall(payment, payer, () => readOperations[name].look(needs, payer.method.world, asked)),
      );
    }
    const outcome = await runOperation(async () => {
      const buyer = buyerOf(request, await authenticateAgent(needs, request));
      if (buyer.kind !== 'key') throw keyRequired();
      requireScope(buyer.caller, readOperations[name].scope);
      return { data: await readOperations[name].look(needs, buyer.caller.world, asked) };
    });
    return sendOutcome(reply, outcome, 200);
  };
}

/** Without a key, completing needs a payment; a key pays with its wallet. */
function completeHandler(needs: UcpRouteNeeds, withWallet: Handler): Handler {
  return async (request, reply) => {
    if (request.caller) return withWallet(request, reply);
    const id = textOf(fieldsOf(request.params).id) ?? '';
    let sent: FastifyReply = reply;
    const outcome = await runOperation(async () => {
      const buyer = buyerOf(request, await authenticateAgent(needs, request));
      if (buyer.kind === 'agent') {
        sent = await completePaid(needs, { request, reply }, buyer, id, (totals) => presentState(needs, totals));
      }
      return { data: {} };
    });
    return 'refusal' in outcome ? sendOutcome(reply, outcome, 200) : sent;
  };
}
