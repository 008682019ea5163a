import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fieldsOf } from '../../../kit/fields.ts';
import { type SigningKey, signResponse } from '../../../platform/message-signatures.ts';
import {
  agentsAccountId,
  findStoredAnswer,
  type Guard,
  type IdempotentRequest,
  idempotentRequestFrom,
  replayAnswer,
  requireScope,
  runIdempotent,
} from '../../access/accounts/index.ts';
import type { AgentProfiles } from './agent-profiles.ts';
import type { Buyer } from './checkout.ts';
import type { CheckoutNeeds } from './checkouts.ts';
import type { AgentPayment } from './complete-paid.ts';
import { buyerUnknown } from './failures.ts';
import { type OperationInput, type OperationNeeds, type Refusal, refusalOf, writeOperations } from './operations.ts';
import type { OrderUpdateNeeds } from './receive-order-update.ts';
import { type Agent, verifyAgent } from './verify-agent.ts';

type Json = Record<string, unknown>;

/** A request with an Idempotency-Key. */
interface Repeatable {
  operation: string;
  id: string;
  key: string | undefined;
  body: unknown;
}

/** Idempotency keys are per buyer: by key, or by the agent's profile. */
function idempotentRequestOf(buyer: Buyer, { operation, id, key, body }: Repeatable): IdempotentRequest {
  const isKey = buyer.kind === 'key';
  const caller = isKey ? buyer.caller : { accountId: agentsAccountId, world: 'test' as const };
  const whose = isKey ? '' : ` of ${createHash('sha256').update(buyer.agent).digest('hex')}`;
  return idempotentRequestFrom({ caller, operation: `UCP ${operation} ${id}${whose}`, header: key, body: { body } });
}

/**
 * Returns the first response for a repeated request, and a conflict if the request differs. No lock is held while a
 * store is asked: two concurrent requests may open two checkouts, and the first counts.
 */
async function runOnce(
  { database, clock }: Pick<CheckoutNeeds, 'database' | 'clock'>,
  buyer: Buyer,
  request: Repeatable,
  work: () => Promise<Json>,
): Promise<{ data: Json; isReplay: boolean }> {
  const once = idempotentRequestOf(buyer, request);
  if (once.key === null) return { data: await work(), isReplay: false };
  const { db } = database;
  const known = await findStoredAnswer(db, { ...once, key: once.key });
  if (known) return { data: fieldsOf(JSON.parse(replayAnswer(once, known).text)), isReplay: true };
  const made = await work();
  const answer = await runIdempotent({ db, clock }, once, async () => ({
    status: 200,
    text: JSON.stringify(made),
    resource: 'checkout',
    resourceId: String(made.id),
  }));
  return { data: fieldsOf(JSON.parse(answer.text)), isReplay: answer.isReplay };
}

export interface UcpRouteNeeds extends OperationNeeds {
  guard: Guard;
  identity(): Promise<{ key: SigningKey; jwk: Record<string, string> }>;
  /** Versions that we support as a client. */
  clientVersions: readonly string[];
  profiles: AgentProfiles;
  /** Allows profiles without https, for development. */
  allowsPlain: boolean;
  payment: AgentPayment;
  receiveUpdate: OrderUpdateNeeds;
}

export const hidden = { hide: true } as const;

/** Responses about buying are signed with the profile's key. */
export const createResponseSigner =
  ({ identity, clock }: UcpRouteNeeds) =>
  async (_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (typeof payload !== 'string') return payload;
    const { key } = await identity();
    const headers = { 'content-type': String(reply.getHeader('content-type') ?? '') };
    reply.headers(signResponse(key, { status: reply.statusCode, headers, body: payload }, clock.now()));
    return payload;
  };

export const authenticateAgent = (needs: UcpRouteNeeds, request: FastifyRequest): Promise<Agent> =>
  verifyAgent({ ...needs, publicUrl: needs.shown.publicUrl }, request);

/** The buyer: the key's account, or the agent proven by its signature. */
export function buyerOf({ caller }: FastifyRequest, agent: Agent): Buyer {
  if (caller && caller.orderId === null) return { kind: 'key', caller, agent: agent.profileUrl };
  if (agent.isProven && agent.profileUrl !== null) return { kind: 'agent', agent: agent.profileUrl };
  throw buyerUnknown();
}

export type Outcome = { data: Record<string, unknown>; isReplay?: boolean } | { refusal: Refusal };

export async function runOperation(
  work: () => Promise<{ data: Record<string, unknown>; isReplay?: boolean }>,
): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return { refusal };
  }
}

/** Runs an operation, once if it is idempotent. */
export async function runForBuyer(
  needs: UcpRouteNeeds,
  name: keyof typeof writeOperations,
  buyer: Buyer,
  { key, ...asked }: OperationInput & { key: string | undefined },
) {
  const { scope, isOnce, act } = writeOperations[name];
  if (buyer.kind === 'key') requireScope(buyer.caller, scope);
  const work = () => act(needs, buyer, asked);
  return isOnce ? runOnce(needs, buyer, { operation: name, ...asked, key }, work) : { data: await work() };
}
