import { Readable } from 'node:stream';
import { notFound } from '../../../kit/failure.ts';
import type { Db } from '../../../platform/database/index.ts';
import { type App, withExample, withOwnExample } from '../../../platform/http/index.ts';
import { errors, everyRoute, validationError } from '../../../wire/index.ts';
import { callerOf } from '../accounts/index.ts';
import { decisionsAs } from './export-decisions.ts';
import { keyAndGroup } from './failures.ts';
import { previewPolicy } from './preview-policy.ts';
import { readBinding } from './read-binding.ts';
import { bodyRoute, type RouteNeeds, shared } from './route-needs.ts';
import { BindingView, DecisionQuery, DecisionsFile, PreviewBody, PreviewView } from './schema.ts';
import type { Subject } from './sql.ts';
import { findOwnKey, listGroups } from './sql-groups.ts';
import { withRetailerNames } from './write-policy.ts';

/** Whom a policy that is tried would bind: a key, a group of keys, or else the account. */
async function subjectOf(
  db: Db,
  { accountId, world }: Pick<Subject, 'accountId' | 'world'>,
  { key_id: keyId, group }: { key_id?: string; group?: string },
): Promise<Subject> {
  if (keyId !== undefined && group !== undefined) throw keyAndGroup();
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

export function readRoutes(app: App, { db, clock, guard, nameOfRetailer }: RouteNeeds): void {
  app.get(
    '/policy',
    {
      onRequest: guard.key,
      schema: {
        ...shared,
        operationId: 'getPolicy',
        summary: 'What binds the calling key, and what is left',
        response: { 200: BindingView, ...errors(...everyRoute) },
      },
    },
    async (request) => readBinding(db, callerOf(request), clock.now()),
  );

  app.get(
    '/policy/decisions',
    {
      onRequest: guard.key,
      schema: {
        ...shared,
        operationId: 'listPolicyDecisions',
        summary: 'Every decision of your policies, oldest first, to keep',
        description: 'Each names the SHA-256 of the one before it in `hash`. `inputs` is the text that was decided on.',
        querystring: DecisionQuery,
        response: { 200: withOwnExample(DecisionsFile), 422: validationError, ...errors(...everyRoute) },
      },
    },
    async (request, reply) => {
      const { format } = request.query;
      const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8';
      reply.type(type).header('content-disposition', `attachment; filename="decisions.${format}"`);
      return reply.send(Readable.from(decisionsAs(format, db, callerOf(request))) as never);
    },
  );

  app.post(
    '/policy/preview',
    {
      onRequest: guard.person,
      schema: {
        ...shared,
        security: [{ session: [] }],
        operationId: 'previewPolicy',
        summary: "Try a policy on the last 30 days' orders",
        description: 'Nothing is changed. Titles and addresses of the past are not looked at.',
        body: withExample(PreviewBody, { policy: { approve: { above_cents: 5000 } } }),
        response: { 200: PreviewView, 422: validationError, ...errors(...bodyRoute, 'not_found') },
      },
    },
    async (request) => {
      const { policy, ...whom } = request.body;
      const of = await subjectOf(db, callerOf(request), whom);
      const rules = withRetailerNames(policy, (retailer) => nameOfRetailer(of.world, retailer));
      return previewPolicy(db, of, rules, clock.now());
    },
  );
}
