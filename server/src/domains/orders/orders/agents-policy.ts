import type { Clock } from '../../../kit/clock.ts';
import { Failure, Invalid } from '../../../kit/failure.ts';
import type { World } from '../../../kit/world.ts';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { linkSigner, type Vault } from '../../../platform/secrets/index.ts';
import { agentsAccountId, type Caller, defaultPermissions, noLimits } from '../../access/accounts/index.ts';
import {
  agentDenied,
  decideForAgents,
  findBinding,
  lockForAgents,
  type PolicyRequest,
  previewForAgents,
} from '../../access/policies/index.ts';
import type { Acceptor } from './accept-order.ts';
import { policyRequestOf } from './accept-under-policy.ts';
import { draftOrder } from './draft-order.ts';
import type { OrderRequest } from './order-request.ts';

/** Null: no policy binds orders without an account. */
export type ProposedOrder = PolicyRequest | null;

/** The operator's policy for orders that are paid per request, without an account. */
export interface AgentsPolicy {
  /** What it would deny now, by world. Writes nothing, and skips what cannot be bought anyway. */
  preview(worlds: ReadonlySet<World>, orderRequest: OrderRequest): Promise<Map<World, Failure>>;
  /** Looks up what the policy needs. Slow, so it runs before the transaction. */
  propose(world: World, orderRequest: OrderRequest, orderId: string): Promise<ProposedOrder>;
  /** Runs one at a time per process, so that waiting for the policy's lock doesn't use up connections. */
  inTurn<T>(proposed: ProposedOrder, work: () => Promise<T>): Promise<T>;
  /** Until the transaction ends, orders are decided one by one. */
  lock(tx: Tx, world: World): Promise<void>;
  /** Decides in the transaction that takes the payment; null: allowed. Records the decision either way. */
  decide(tx: Tx, world: World, proposed: ProposedOrder): Promise<Failure | null>;
}

export const callerForAgents = (world: World): Caller => ({
  accountId: agentsAccountId,
  world,
  keyId: agentsAccountId,
  orderId: null,
  limits: noLimits,
  ...defaultPermissions,
});

export function createAgentsPolicy(needs: {
  database: Database;
  clock: Clock;
  vault: Vault;
  acceptor: Acceptor;
}): AgentsPolicy {
  const { acceptor, clock } = needs;
  const { db } = needs.database;

  async function propose(world: World, orderRequest: OrderRequest, orderId: string): Promise<ProposedOrder> {
    const caller = callerForAgents(world);
    if ((await findBinding(db, caller)).length === 0) return null;
    const order = draftOrder(caller, orderRequest, acceptor.check(caller, orderRequest), clock.now());
    const titles = await acceptor.titlesFor(caller, order);
    return { ...policyRequestOf({ caller, order, titles }), orderId, keyId: null };
  }

  const sign = linkSigner(needs.vault);
  let last: Promise<unknown> = Promise.resolve();
  return {
    propose,
    inTurn(proposed, work) {
      if (!proposed) return work();
      const turn = last.then(work, work);
      last = turn.catch(() => {});
      return turn;
    },
    async preview(worlds, orderRequest) {
      const denials = new Map<World, Failure>();
      for (const world of worlds) {
        const asked = await propose(world, orderRequest, agentsAccountId).catch((refusal: unknown) => {
          if (refusal instanceof Failure || refusal instanceof Invalid) return null;
          throw refusal;
        });
        const finding = asked && (await previewForAgents(db, world, asked, clock.now()));
        if (finding) denials.set(world, agentDenied(finding));
      }
      return denials;
    },
    lock: (tx, world) => lockForAgents(tx, world),
    async decide(tx, world, proposed) {
      const finding = proposed && (await decideForAgents(tx, sign, world, proposed, clock.now()));
      return finding && agentDenied(finding);
    },
  };
}
