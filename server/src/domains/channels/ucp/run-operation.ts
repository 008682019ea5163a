import type { FastifyReply, FastifyRequest } from 'fastify';
import { type SigningKey, signResponse } from '../../../platform/message-signatures.ts';
import { type Guard, requireScope } from '../../access/accounts/index.ts';
import type { AgentProfiles } from './agent-profiles.ts';
import type { Buyer } from './checkout.ts';
import type { AgentPayment } from './complete-paid.ts';
import { buyerUnknown } from './failures.ts';
import { type OperationInput, type OperationNeeds, type Refusal, refusalOf, writeOperations } from './operations.ts';
import type { OrderUpdateNeeds } from './receive-order-update.ts';
import { runOnce } from './run-once.ts';
import { type Agent, verifyAgent } from './verify-agent.ts';

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
