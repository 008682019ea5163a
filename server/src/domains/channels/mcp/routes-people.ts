import { Type } from 'typebox';
import { notFound } from '../../../kit/failure.ts';
import type { Database } from '../../../platform/database/index.ts';
import { type App, closed, withExample } from '../../../platform/http/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { type Caller, createRouter, type Guard, type Person } from '../../access/accounts/index.ts';
import { type ActionWithOrder, answerOrderAction, findActionWithOrder } from '../../orders/orders/index.ts';
import { ApprovalView, presentApproval, presentPolicyApproval } from './approval-view.ts';
import { type ApprovalNeeds, decideApproval } from './approvals.ts';
import { approvalClosed } from './failures.ts';
import { findOwnedApproval, type OwnedApproval } from './sql.ts';

interface Needs extends ApprovalNeeds {
  database: Database;
  vault: Vault;
  guard: Guard;
  publicUrl: string;
}

const AnswerBody = withExample(
  closed({ approved: Type.Boolean({ description: 'True to approve the purchase, false to decline it.' }) }),
  { approved: true },
);

const path = '/approvals/:approval_id';

interface ApprovalRequest {
  caller: Caller;
  person: Person | null;
  params: { approval_id: string };
}

type FoundApproval = { mcp: OwnedApproval } | { policy: ActionWithOrder };

/** A person sees both modes of their account; a key sees its own. */
function isOwn({ caller, person }: ApprovalRequest, row: Pick<OwnedApproval, 'account_id' | 'world'>): boolean {
  const { accountId, world } = caller;
  return row.account_id === accountId && (person !== null || row.world === world);
}

/** Purchases that wait for approval, asked for by an MCP client or a spending policy. */
export function approvalPersonRoutes(app: App, needs: Needs): void {
  const router = createRouter(app, needs.guard, 'Policies');
  const { db, clock, publicUrl } = needs;

  async function find(request: ApprovalRequest): Promise<FoundApproval> {
    const id = request.params.approval_id.toLowerCase();
    const mcp = await findOwnedApproval(db, id);
    if (mcp && isOwn(request, mcp)) return { mcp };
    const policy = mcp ? null : await findActionWithOrder(db, id);
    if (policy?.kind === 'approve' && isOwn(request, policy)) return { policy };
    throw notFound();
  }
  const present = (found: FoundApproval) =>
    'mcp' in found
      ? presentApproval(found.mcp, clock.now(), publicUrl)
      : presentPolicyApproval(found.policy, clock.now(), publicUrl);

  router.get(path, {
    auth: 'key',
    security: [{ bearer: [] }, { session: [] }],
    operationId: 'getApproval',
    summary: 'Get an approval request',
    description:
      "Shows what the user is asked to approve. Everyone on the account can read it, and so can the account's keys.",
    response: { 200: ApprovalView },
    handler: async (request) => present(await find(request)),
  });

  router.post(path, {
    auth: 'person',
    operationId: 'answerApproval',
    summary: 'Approve or decline a purchase',
    description:
      "Only a signed-in user can approve or decline, once, before the request expires. If a policy requires the approval, the user must be one of its approvers. Keys can't approve or decline.",
    body: AnswerBody,
    response: { 200: ApprovalView },
    errors: ['action_closed'],
    async handler(request) {
      const { approved } = request.body;
      const found = await find(request);
      if ('mcp' in found) {
        if (!(await decideApproval(needs, found.mcp.id, approved))) throw approvalClosed();
      } else {
        const { id: actionId, order_id: orderId, world } = found.policy;
        const caller = { ...request.caller, world };
        await answerOrderAction(needs, { caller, person: request.person, orderId, actionId, answer: { approved } });
      }
      return present(await find(request));
    },
  });
}
