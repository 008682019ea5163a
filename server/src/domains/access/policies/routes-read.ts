import { notFound } from '../../../kit/failure.ts';
import type { Db } from '../../../platform/database/index.ts';
import { asAttachment, streamInPieces, withExample } from '../../../platform/http/index.ts';
import type { Router } from '../accounts/index.ts';
import { decisionsAs } from './export-decisions.ts';
import { keyAndGroupGiven } from './failures.ts';
import { previewPolicy, readBindingPolicies } from './preview-policy.ts';
import { type RouteNeeds, security } from './route-needs.ts';
import { BindingView, DecisionQuery, DecisionsFile, PreviewBody, PreviewView } from './schema.ts';
import type { Subject } from './sql.ts';
import { findOwnKey, listGroups } from './sql-groups.ts';
import { withRetailerNames } from './write-policy.ts';

/** The target of a preview: a key, a group, or the account. */
async function subjectOf(
  db: Db,
  { accountId, world }: Pick<Subject, 'accountId' | 'world'>,
  { key_id: keyId, group }: { key_id?: string; group?: string },
): Promise<Subject> {
  if (keyId !== undefined && group !== undefined) throw keyAndGroupGiven();
  if (keyId !== undefined) {
    const key = await findOwnKey(db, accountId, keyId.toLowerCase());
    if (!key) throw notFound();
    return { accountId, world: key.world, scope: 'key', subject: key.id };
  }
  if (group === undefined) return { accountId, world, scope: 'account', subject: '' };
  const groups = await listGroups(db, accountId);
  if (!groups.some(({ name }) => name === group)) throw notFound();
  return { accountId, world, scope: 'group', subject: group };
}

export function readRoutes(router: Router, { db, clock, nameOfRetailer }: RouteNeeds): void {
  router.get('/policy', {
    auth: 'key',
    security,
    operationId: 'getPolicy',
    summary: 'Get the policies that apply to you',
    description: 'Returns every policy that applies to the calling key, and what is left of each limit.',
    response: { 200: BindingView },
    handler: async ({ caller }) => readBindingPolicies(db, caller, clock.now()),
  });

  router.get('/policy/decisions', {
    auth: 'key',
    security,
    operationId: 'listPolicyDecisions',
    summary: 'Export policy decisions',
    description:
      'Every policy decision, oldest first, as a tamper-evident log: `hash` covers the previous entry, and `inputs` is what the decision was based on.',
    query: DecisionQuery,
    response: { 200: DecisionsFile },
    async handler({ caller, query }, reply) {
      const { format } = query;
      const type = format === 'csv' ? 'text/csv' : 'application/json; charset=utf-8';
      return streamInPieces(asAttachment(reply, type, `decisions.${format}`), decisionsAs(format, db, caller));
    },
  });

  router.post('/policy/preview', {
    auth: 'person',
    operationId: 'previewPolicy',
    summary: 'Preview a policy',
    description:
      'Tries the rules on orders from the last 30 days. Changes nothing. Past titles and addresses are not checked.',
    body: withExample(PreviewBody, { policy: { approve: { above_cents: 5000 } } }),
    response: { 200: PreviewView },
    errors: ['not_found'],
    async handler({ caller, body }) {
      const { policy, ...whom } = body;
      const of = await subjectOf(db, caller, whom);
      const rules = withRetailerNames(policy, (retailer) => nameOfRetailer(of.world, retailer));
      return previewPolicy(db, of, rules, clock.now());
    },
  });
}
