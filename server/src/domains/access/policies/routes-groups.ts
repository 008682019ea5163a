import { notFound } from '../../../kit/failure.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { noContent, withExample } from '../../../platform/http/index.ts';
import type { Caller, Router } from '../accounts/index.ts';
import { readPolicy } from './preview-policy.ts';
import { authorOf, type RouteNeeds, replaceFromRequest } from './route-needs.ts';
import { exampleView, GroupBody, GroupList, GroupPath, GroupView, PolicyBody, PolicyView } from './schema.ts';
import { findPolicy, type Subject } from './sql.ts';
import { listGroups, writeGroup } from './sql-groups.ts';
import { policyProblems, removePolicy } from './write-policy.ts';

const groupOf = ({ accountId, world }: Caller, { name }: { name: string }): Subject => ({
  accountId,
  world,
  scope: 'group',
  subject: name,
});

/** Groups decide which policy applies, so only people change them. */
export function groupRoutes(router: Router, needs: RouteNeeds): void {
  memberRoutes(router, needs);
  groupPolicyRoutes(router, needs);
}

function memberRoutes(router: Router, { db }: RouteNeeds): void {
  router.get('/key-groups', {
    auth: 'person',
    operationId: 'listKeyGroups',
    summary: 'List key groups',
    description: 'Groups of keys that share a spending policy.',
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
    summary: 'Set the keys in a group',
    description: 'Replaces the keys in the group. A key can be in one group only. An empty list deletes the group.',
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
    summary: "Set a key group's policy",
    description: 'Replaces the whole policy. Its limits apply to all keys in the group combined.',
    params: GroupPath,
    config: { findProblems: policyProblems },
    body: PolicyBody,
    response: { 200: PolicyView },
    handler: (request) =>
      replaceFromRequest(needs, groupOf(request.caller, request.params), request.body, authorOf(request)),
  });

  router.get('/key-groups/:name/policy', {
    auth: 'person',
    operationId: 'getKeyGroupPolicy',
    summary: "Get a key group's policy",
    description: 'Returns the rules and what is left of each limit, for all keys in the group combined.',
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
    summary: "Delete a key group's policy",
    description: "Keys in the group keep their own policies and the account's policy.",
    params: GroupPath,
    response: { 204: noContent('Deleted.') },
    errors: ['not_found'],
    async handler(request) {
      const of = groupOf(request.caller, request.params);
      await inTransaction(db, (tx) => removePolicy({ tx, now: clock.now() }, of, authorOf(request)));
    },
  });
}
