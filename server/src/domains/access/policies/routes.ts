import { notFound } from '../../../kit/failure.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { type App, noContent } from '../../../platform/http/index.ts';
import { type Caller, createRouter, type Person, type Router } from '../accounts/index.ts';
import { noPolicy } from './present.ts';
import { readPolicy } from './preview-policy.ts';
import { authorOf, type RouteNeeds, replaceFromRequest, security } from './route-needs.ts';
import { groupRoutes } from './routes-groups.ts';
import { readRoutes } from './routes-read.ts';
import { PolicyBody, PolicyView } from './schema.ts';
import { findPolicy, type Subject } from './sql.ts';
import { findOwnKey } from './sql-groups.ts';
import { policyProblems, removePolicy } from './write-policy.ts';

export function policyRoutes(app: App, needs: RouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Policies');
  keyRoutes(router, needs);
  accountRoutes(router, needs);
  groupRoutes(router, needs);
  readRoutes(router, needs);
}

interface KeyRequest {
  caller: Caller;
  person: Person | null;
  params: { id: string };
}

/** A key of the caller's account in either mode, so that a person need not switch modes. */
async function subjectOfKey({ db }: RouteNeeds, { caller, person, params }: KeyRequest): Promise<Subject> {
  const { accountId, world } = caller;
  const key = await findOwnKey(db, accountId, params.id.toLowerCase());
  if (!key || (!person && key.world !== world)) throw notFound();
  return { accountId, world: key.world, scope: 'key', subject: key.id };
}

function keyRoutes(router: Router, needs: RouteNeeds): void {
  const { db, clock } = needs;
  router.get('/keys/:id/policy', {
    auth: 'key',
    security,
    operationId: 'getKeyPolicy',
    summary: "Get a key's policy",
    description: 'Returns the rules and what is left of each limit.',
    response: { 200: PolicyView },
    async handler(request) {
      const row = await findPolicy(db, await subjectOfKey(needs, request));
      if (!row) throw notFound();
      return readPolicy(db, row, clock.now());
    },
  });

  router.put('/keys/:id/policy', {
    auth: 'policies',
    security,
    operationId: 'putKeyPolicy',
    summary: "Set a key's policy",
    description:
      'Replaces the whole policy. Requires a signed-in owner, or a key with the `policies` scope that has no policy itself.',
    config: { findProblems: policyProblems },
    body: PolicyBody,
    response: { 200: PolicyView },
    async handler(request) {
      const of = await subjectOfKey(needs, request);
      return replaceFromRequest(needs, of, request.body, authorOf(request));
    },
  });

  router.delete('/keys/:id/policy', {
    auth: 'policies',
    security,
    operationId: 'deleteKeyPolicy',
    summary: "Delete a key's policy",
    description: 'The policies of its group and its account still apply.',
    response: { 204: noContent('Deleted.') },
    async handler(request) {
      const of = await subjectOfKey(needs, request);
      await inTransaction(db, (tx) => removePolicy({ tx, now: clock.now() }, of, authorOf(request)));
    },
  });
}

const accountOf = ({ accountId, world }: Caller): Subject => ({ accountId, world, scope: 'account', subject: '' });

function accountRoutes(router: Router, needs: RouteNeeds): void {
  const { db, clock } = needs;
  router.get('/account/policy', {
    auth: 'key',
    security,
    operationId: 'getAccountPolicy',
    summary: "Get the account's spending policy",
    description:
      'Returns the policy for the mode of your request. An account without a policy has no limits; its policy has version 0.',
    response: { 200: PolicyView },
    async handler({ caller }) {
      const row = await findPolicy(db, accountOf(caller));
      return row ? readPolicy(db, row, clock.now()) : noPolicy;
    },
  });

  router.put('/account/policy', {
    auth: 'policies',
    security,
    operationId: 'putAccountPolicy',
    summary: "Set the account's spending policy",
    description:
      'Replaces the whole policy. It applies to every key, so only a signed-in user can write it. Send an empty object to remove all limits.',
    config: { findProblems: policyProblems },
    body: PolicyBody,
    response: { 200: PolicyView },
    handler: (request) => replaceFromRequest(needs, accountOf(request.caller), request.body, authorOf(request)),
  });
}
