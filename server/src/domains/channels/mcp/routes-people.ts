import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '../../../kit/failure.ts';
import type { Database } from '../../../platform/database/index.ts';
import { type App, closed, uuid, withExample } from '../../../platform/http/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { errors, everyBody, validationError } from '../../../wire/index.ts';
import { callerOf, type Guard, personOf } from '../../access/accounts/index.ts';
import { answerAction, findAsked, type WaitingRow } from '../../orders/orders/index.ts';
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

const ApprovalPath = Type.Object({ approval_id: uuid() });
const AnswerBody = withExample(closed({ approved: Type.Boolean() }), { approved: true });

const path = '/approvals/:approval_id';
const refusals = ['unauthorized', 'forbidden', 'not_found', 'rate_limit_exceeded', 'service_unavailable'] as const;

type Found = { mcp: OwnedApproval } | { policy: WaitingRow };

/** A person sees both modes of their account; a key sees its own. */
function isOwn(request: FastifyRequest, row: Pick<OwnedApproval, 'account_id' | 'world'>): boolean {
  const { accountId, world } = callerOf(request);
  return row.account_id === accountId && (request.person !== null || row.world === world);
}

/** Purchases that wait for approval, asked for by an MCP client or a spending policy. */
export function approvalPersonRoutes(app: App, needs: Needs): void {
  const { guard, db, clock, publicUrl } = needs;

  async function find(request: FastifyRequest, id: string): Promise<Found> {
    const mcp = await findOwnedApproval(db, id.toLowerCase());
    if (mcp && isOwn(request, mcp)) return { mcp };
    const policy = mcp ? null : await findAsked(db, id.toLowerCase());
    if (policy?.kind === 'approve' && isOwn(request, policy)) return { policy };
    throw notFound();
  }
  const present = (found: Found) =>
    'mcp' in found
      ? presentApproval(found.mcp, clock.now(), publicUrl)
      : presentPolicyApproval(found.policy, clock.now(), publicUrl);

  app.get(
    path,
    {
      onRequest: guard.key,
      schema: {
        tags: ['Policies'],
        security: [{ bearer: [] }, { session: [] }],
        operationId: 'getApproval',
        summary: 'What a person of the account is asked to approve',
        description: 'For people and keys of the account. Reading it decides nothing.',
        params: ApprovalPath,
        response: { 200: ApprovalView, 422: validationError, ...errors(...refusals) },
      },
    },
    async (request) => present(await find(request, request.params.approval_id)),
  );

  app.post(
    path,
    {
      onRequest: guard.person,
      schema: {
        tags: ['Policies'],
        security: [{ session: [] }],
        operationId: 'answerApproval',
        summary: 'Approve or decline a purchase',
        description:
          'For a signed-in person of the account; no key will do. Answered once, before it expires. ' +
          "A policy's approval takes one of its approvers.",
        params: ApprovalPath,
        body: AnswerBody,
        response: {
          200: ApprovalView,
          422: validationError,
          ...errors(...refusals, 'action_closed', ...everyBody),
        },
      },
    },
    async (request) => {
      const { approved } = request.body;
      const found = await find(request, request.params.approval_id);
      if ('mcp' in found) {
        if (!(await decideApproval(needs, found.mcp.id, approved))) throw approvalClosed();
      } else {
        const { id: actionId, order_id: orderId, world } = found.policy;
        const caller = { ...callerOf(request), world };
        await answerAction(needs, { caller, person: personOf(request), orderId, actionId, answer: { approved } });
      }
      return present(await find(request, request.params.approval_id));
    },
  );
}
