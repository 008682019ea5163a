import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createStripeApi } from './stripe-api.ts';
import type { Reply, StandInSession } from './stripe-objects.ts';

/** How often a client retries. */
const hangUps = 3;

export type StripeStandIn = Awaited<ReturnType<typeof startStripe>>;

/**
 * A local stand-in for the part of Stripe's HTTP API that Errand uses. It keeps Stripe's promises: one result per
 * idempotency key, a token is charged once, no more is refunded than was charged. The token's name decides the result:
 * spt_declined, spt_3ds, spt_processing (final when the test says so), spt_hangup (charged, but never answered),
 * spt_slow, spt_gate (answered when the test allows it); any other succeeds. A saved card is authorized for a week:
 * pm_declined, pm_once (declined the second time), pm_uncapturable, pm_hangup.
 */
export async function startStripe(now = () => new Date()) {
  const api = createStripeApi(now);
  const { charges, sessions, disputes, refunds, problems, state, newId, failure, createRefund, read, perform } = api;
  const repliesByKey = new Map<string, { request: string; reply: Reply }>();
  const requests: string[] = [];

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (state.isDown) return void request.socket.destroy();
    const text = Buffer.concat(chunks).toString();
    const path = request.url ?? '';
    if (request.method === 'GET') {
      requests.push(`GET ${path}`);
      const { status, body } = read(new URL(path, 'http://stripe'));
      return send(response, status, body);
    }
    const key = String(request.headers['idempotency-key']);
    requests.push(`${path} ${key}`);
    const known = repliesByKey.get(key);
    if (known && known.request !== `${path} ${text}`) {
      problems.push(`key ${key} was used for two requests`);
      const { status, body } = failure(400, 'idempotency_error', 'Keys can only be used with the same parameters.');
      return send(response, status, body);
    }
    const reply = known?.reply ?? perform(path, new URLSearchParams(text));
    repliesByKey.set(key, { request: `${path} ${text}`, reply });
    if (state.hangUpOn?.test(path)) return void request.socket.destroy();
    if (/spt_hangup|pm_hangup/.test(text) && path === '/v1/payment_intents') {
      const times = requests.filter((one) => one === `${path} ${key}`).length;
      if (times <= hangUps) return void request.socket.destroy();
    }
    if (/spt_slow|pm_slow/.test(text)) await new Promise((resolve) => setTimeout(resolve, 300));
    if (/spt_gate|pm_gate/.test(text)) await state.onGate();
    send(response, reply.status, reply.body, known ? { 'idempotent-replayed': 'true' } : {});
  }

  function send(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => problems.push(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    charges,
    requests,
    problems,
    /** Closes every connection without a response. */
    setDown(isDown: boolean) {
      state.isDown = isDown;
    },
    /** Runs between a charge and its response. */
    setGate(onGate: () => Promise<unknown>) {
      state.onGate = onGate;
    },
    sessions,
    sessionFor: (topUpId: string): StandInSession => {
      const found = [...sessions.values()].find((session) => session.topUpId === topUpId);
      if (!found) throw new Error(`There is no payment page for ${topUpId}.`);
      return found;
    },
    /** A person pays a top-up. Default: the payment succeeds at once. */
    paySession(topUpId: string, status = 'succeeded'): StandInSession {
      const session = this.sessionFor(topUpId);
      const created = Math.floor(now().getTime() / 1000);
      const id = session.intent ?? newId('pi');
      const known = charges.get(id);
      if (known) known.status = status;
      else charges.set(id, { id, status, amount: session.amount, token: id, paymentId: '', created, refunds: [] });
      session.intent = id;
      session.status = 'complete';
      return session;
    },
    /** A person saves a card. */
    saveCard(setupId: string, card: string): StandInSession {
      const session = [...sessions.values()].find(({ metadata }) => metadata.card_setup_id === setupId);
      if (!session) throw new Error(`There is no card page for ${setupId}.`);
      Object.assign(session, { status: 'complete', card });
      return session;
    },
    /** The authorizations and charges of an order, oldest first. */
    paymentsOf: (orderId: string) => [...charges.values()].filter(({ metadata }) => metadata?.order_id === orderId),
    /** How long new authorizations last. */
    setAuthorizationSeconds(seconds: number) {
      state.authorizationSeconds = seconds;
    },
    /** Performs requests to these paths but never responds. */
    setHangUp(paths: RegExp | null) {
      state.hangUpOn = paths;
    },
    /** The operator refunds a payment in Stripe's dashboard. */
    refundByHand(topUpId: string, amount: number): string {
      const intent = this.sessionFor(topUpId).intent ?? '';
      createRefund(new URLSearchParams({ payment_intent: intent, amount: String(amount) }));
      return intent;
    },
    /** The payer disputes a payment, or the dispute's status changes. */
    dispute(topUpId: string, status = 'needs_response'): string {
      const { intent, amount } = this.sessionFor(topUpId);
      const known = [...disputes.values()].find((one) => one.intent === intent);
      const created = Math.floor(now().getTime() / 1000);
      const made = known ?? { id: newId('du'), amount, status, intent: intent ?? '', created };
      disputes.set(made.id, { ...made, status });
      return intent ?? '';
    },
    /** An event signed like Stripe's. */
    signedEvent(type: string, object: object, secret: string, at = now()) {
      const body = JSON.stringify({ id: newId('evt'), object: 'event', type, data: { object } });
      const seconds = Math.floor(at.getTime() / 1000);
      const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
      return { body, headers: { 'stripe-signature': `t=${seconds},v1=${signature}` } };
    },
    /** Stripe keeps idempotency keys for a day. */
    forgetKeys: () => repliesByKey.clear(),
    /** The page size of lists. */
    setPageSize(pageSize: number) {
      state.pageSize = pageSize;
    },
    /** The first status of new refunds. */
    setRefundStatus(status: 'succeeded' | 'pending' | 'failed') {
      state.refundStatus = status;
    },
    /** Completes pending refunds. */
    finishRefunds() {
      for (const refund of refunds.values()) {
        if (refund.status !== 'pending') continue;
        refund.status = 'succeeded';
        refund.charge.refunds.push({ id: refund.id, amount: refund.amount });
      }
    },
    /** Ends a payment that is processing. */
    finish(token: string, status: 'succeeded' | 'canceled' | 'requires_payment_method') {
      for (const charge of charges.values()) {
        if (charge.token === token && charge.status === 'processing') charge.status = status;
      }
    },
    succeeded: () => [...charges.values()].filter((charge) => charge.status === 'succeeded'),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
