import { notFound } from '../../../kit/failure.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { noContent, withExample } from '../../../platform/http/index.ts';
import type { Caller, Router } from '../accounts/index.ts';
import { readPolicy } from './read-binding.ts';
import { authorOf, type RouteNeeds, replaceFromRequest } from './route-needs.ts';
import { exampleView, GroupBody, GroupList, GroupPath, GroupView, PolicyBody, PolicyView } from './schema.ts';
import { findPolicy, type Subject } from './sql.ts';
import { listGroups, writeGroup } from './sql-groups.ts';
import { removePolicy } from './write-policy.ts';

const groupOf = ({ accountId, world }: Caller, { name }: { name: string }): Subject => ({
  accountId,
  world,
  scope: 'group',
  subject: name,
});

/** Who is in a group decides what binds them, so only people say so. */
export function groupRoutes(router: Router, needs: RouteNeeds): void {
  memberRoutes(router, needs);
  groupPolicyRoutes(router, needs);
}

function memberRoutes(router: Router, { db }: RouteNeeds): void {
  router.get('/key-groups', {
    auth: 'person',
    operationId: 'listKeyGroups',
    summary: 'Groups of keys that share a policy',
    response: {
      200: withExample(GroupList, { groups: [{ name: 'agents', key_ids: [exampleView.subject] }], total: 1 }),
    },
    async handler({ person }) {
      const groups = await listGroups(db, person.accountId);
      return { groups, total: groups.length };
    },
  });

  router.put('/key-groups/:name', {
    auth: 'person',
    operationId: 'putKeyGroup',
    summary: 'Say which keys are in a group',
    description: 'A key is in one group at most; an empty list dissolves the group.',
    params: GroupPath,
    body: withExample(GroupBody, { key_ids: [exampleView.subject] }),
    response: { 200: withExample(GroupView, { name: 'agents', key_ids: [exampleView.subject] }) },
    errors: ['not_found'],
    async handler({ person, params, body }) {
      const { name } = params;
      const wanted = [...new Set(body.key_ids.map((id) => id.toLowerCase()))];
      const keyIds = await inTransaction(db, async (tx) => {
        const written = await writeGroup(tx, person.accountId, name, wanted);
        if (written.length !== wanted.length) throw notFound();
        return written;
      });
      return { name, key_ids: keyIds };
    },
  });
}

function groupPolicyRoutes(router: Router, needs: RouteNeeds): void {
  const { db, clock } = needs;
  router.put('/key-groups/:name/policy', {
    auth: 'person',
    operationId: 'putKeyGroupPolicy',
    summary: 'Say what a group of keys may spend together',
    params: GroupPath,
    body: PolicyBody,
    response: { 200: PolicyView },
    handler: (request) =>
      replaceFromRequest(needs, groupOf(request.caller, request.params), request.body, authorOf(request)),
  });

  router.get('/key-groups/:name/policy', {
    auth: 'person',
    operationId: 'getKeyGroupPolicy',
    summary: 'The spend policy of a group of keys',
    params: GroupPath,
    response: { 200: PolicyView },
    errors: ['not_found'],
    async handler({ caller, params }) {
      const row = await findPolicy(db, groupOf(caller, params));
      if (!row) throw notFound();
      return readPolicy(db, row, clock.now());
    },
  });

  router.delete('/key-groups/:name/policy', {
    auth: 'person',
    operationId: 'deleteKeyGroupPolicy',
    summary: 'Take the policy of a group away',
    params: GroupPath,
    response: { 204: noContent('Gone.') },
    errors: ['not_found'],
    async handler(request) {
      const of = groupOf(request.caller, request.params);
      await inTransaction(db, (tx) => removePolicy({ tx, now: clock.now() }, of, authorOf(request)));
    },
  });
}
