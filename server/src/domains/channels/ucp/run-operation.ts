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
  /** The versions that this service speaks as a client. */
  clientVersions: readonly string[];
  profiles: AgentProfiles;
  /** Profiles at addresses without encryption are read, too. */
  allowsPlain: boolean;
  payment: AgentPayment;
  receiveUpdate: OrderUpdateNeeds;
}

export const hidden = { hide: true } as const;

/** Every answer that is about buying is signed with the key of the profile. */
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

/** Who buys: the account that the key belongs to, else the agent that its signature proves. */
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

/** One operation for one buyer, once where it says so. */
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
