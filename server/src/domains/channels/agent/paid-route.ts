import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../kit/clock.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import type { World } from '../../../kit/world.ts';
import type { Db } from '../../../platform/database/index.ts';
import { bodyBytes, prefers } from '../../../platform/http/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { envelopeOf } from '../../../wire/index.ts';
import { agentsAccountId, idempotentRequestFrom } from '../../access/accounts/index.ts';
import { isRestoreRecent } from '../../orders/orders/index.ts';
import { digestOf, type Issuer, isOwnChallenge, issuedAtOf } from './challenge.ts';
import { type Credential, readCredential } from './credential.ts';
import {
  foreignChallenge,
  malformedCredential,
  methodUnsupported,
  PaymentProblem,
  paymentExpired,
  paymentRequired,
} from './failures.ts';
import type { PaymentMethod } from './methods/method.ts';
import { challengeHeaders, type PaymentRequest, payableMethods } from './offers.ts';
import { findFirstAnswer, type PaidAnswer, type Payer } from './paid-answer.ts';

export interface PaidNeeds {
  db: Db;
  clock: Clock;
  vault: Vault;
  realm: string;
  publicUrl: string;
  secret(): Promise<Buffer>;
}

/** A link where someone can pay instead, and the key of the future order. */
export interface PayLink {
  paymentId: string;
  payUrl: string;
  orderKey: string | null;
}

type WantedPayment = Omit<PaymentRequest, 'route' | 'digest'> & { link?: (world: World) => Promise<PayLink | null> };

/**
 * Handles every paid call: refuses an invalid request before any challenge, returns challenges without a payment, and
 * calls `pay` with a valid one.
 */
export async function servePaidRequest(
  needs: PaidNeeds,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  methods: readonly PaymentMethod[],
  wanted: WantedPayment,
  pay: (payer: Payer) => Promise<PaidAnswer>,
): Promise<FastifyReply> {
  const route = `${request.method} ${request.url}`;
  const ask: PaymentRequest = { ...wanted, route, digest: digestOf(bodyBytes(request)) };
  const issuer = { secret: await needs.secret(), realm: needs.realm };
  try {
    const credential = readCredential(request.headers.authorization);
    if (!credential) throw paymentRequired();
    return sendPaid(reply, await admitPaidRequest(needs, { issuer, methods, ask, credential, request, pay }));
  } catch (problem) {
    if (!(problem instanceof PaymentProblem)) throw problem;
    const accept = request.headers['accept-payment'];
    const now = needs.clock.now();
    const lines = challengeHeaders(issuer, methods, ask, {
      now,
      accept: typeof accept === 'string' ? accept : undefined,
    });
    const link = await paymentLinkFor(request, problem, methods, wanted, ask);
    return sendProblem(reply, problem, lines, { link, publicUrl: needs.publicUrl });
  }
}

/** A link is created only on request, and only instead of a first payment. */
async function paymentLinkFor(
  request: FastifyRequest,
  problem: PaymentProblem,
  methods: readonly PaymentMethod[],
  { link }: WantedPayment,
  ask: PaymentRequest,
): Promise<PayLink | null> {
  if (!link || problem.code !== 'payment_required' || !prefers(request, 'payment-link')) return null;
  if (request.headers.authorization !== undefined) return null;
  const worlds = payableMethods(methods, ask).map(({ world }) => world);
  return link(worlds.includes('live') ? 'live' : 'test');
}

interface PaidRequest {
  issuer: Issuer;
  methods: readonly PaymentMethod[];
  ask: PaymentRequest;
  credential: Credential;
  request: FastifyRequest;
  pay(payer: Payer): Promise<PaidAnswer>;
}

async function admitPaidRequest(needs: PaidNeeds, admission: PaidRequest): Promise<PaidAnswer> {
  const { issuer, methods, ask, credential, request, pay } = admission;
  const { challenge, payload } = credential;
  if (!isOwnChallenge(issuer, challenge, ask)) throw foreignChallenge();
  const idempotencyKey = idempotencyKeyOf(request);
  if (idempotencyKey !== null) {
    // A stored response is returned whatever the rules and the clock say now.
    const first = await findFirstAnswer(needs, { challengeId: challenge.id, idempotencyKey });
    if (first) return first;
  }
  const method = payableMethods(methods, ask).find(({ name }) => name === challenge.method);
  if (!method) throw methodUnsupported(challenge.method);
  const isExpired = new Date(challenge.expires) <= needs.clock.now();
  // After a restore, the first response may be lost. If the credential were refused, the payer would pay and buy
  // twice.
  const mayRepeat = isExpired && idempotencyKey !== null && (await isRestoreRecent(needs.db));
  if (isExpired && !mayRepeat) throw paymentExpired(challenge.expires);
  // The id is bound to the amount, so this detects a price that we changed since.
  const { amount } = fieldsOf(JSON.parse(Buffer.from(challenge.request, 'base64url').toString()));
  if (amount !== method.offer(ask.amount, '').amount) throw foreignChallenge();
  const proof = method.verify(payload);
  if (proof === null) throw malformedCredential(`its payload is not a payment with ${method.name}`);
  return pay({ challengeId: challenge.id, issuedAt: issuedAtOf(challenge), method, proof, idempotencyKey });
}

export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  const caller = { accountId: agentsAccountId, world: 'test' as const };
  return idempotentRequestFrom({ caller, operation: request.url, header, body: request.body }).key;
}

function sendPaid(reply: FastifyReply, answer: PaidAnswer): FastifyReply {
  if (answer.isReplay) reply.header('Idempotent-Replayed', 'true');
  if (answer.orderKey !== null) reply.header('X-Api-Key', answer.orderKey);
  return reply
    .code(answer.status)
    .header('Payment-Receipt', answer.receipt)
    .type('application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(answer.text);
}

function sendProblem(
  reply: FastifyReply,
  problem: PaymentProblem,
  lines: string[],
  { link, publicUrl }: { link: PayLink | null; publicUrl: string },
): FastifyReply {
  const { type, title, status, code, message: detail } = problem;
  const details = link ? { payment_id: link.paymentId, pay_url: link.payUrl } : {};
  const error = { ...envelopeOf({ code, status, message: detail }, publicUrl), details };
  const body = { type, title, status, detail, code, error };
  if (link) reply.header('Link', `<${link.payUrl}>; rel="payment"`);
  if (link?.orderKey) reply.header('X-Api-Key', link.orderKey);
  return reply
    .code(status)
    .header('WWW-Authenticate', lines)
    .type('application/problem+json; charset=utf-8')
    .serializer((text: string) => text)
    .send(JSON.stringify(body));
}
