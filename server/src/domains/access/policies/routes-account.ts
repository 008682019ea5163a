import type { Caller, Router } from '../accounts/index.ts';
import { noPolicy } from './present.ts';
import { readPolicy } from './read-binding.ts';
import { authorOf, type RouteNeeds, replace, security } from './route-needs.ts';
import { PolicyBody, PolicyView } from './schema.ts';
import { findPolicy, type Subject } from './sql.ts';

const accountOf = ({ accountId, world }: Caller): Subject => ({ accountId, world, scope: 'account', subject: '' });

export function accountRoutes(router: Router, needs: RouteNeeds): void {
  const { db, clock } = needs;
  router.get('/account/policy', {
    auth: 'key',
    security,
    operationId: 'getAccountPolicy',
    summary: 'The spend policy of the whole account',
    description: 'Of the world that you ask in. An account that never had one limits nothing, at version 0.',
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
    summary: 'Say what the account may spend',
    description: 'It binds every key, so only a signed-in person may write it. An empty object lifts it.',
    body: PolicyBody,
    response: { 200: PolicyView },
    handler: (request) => replace(needs, accountOf(request.caller), request.body, authorOf(request)),
  });
}
