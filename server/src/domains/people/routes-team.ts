import { notFound } from '../../kit/failure.ts';
import { type App, noContent } from '../../platform/http/index.ts';
import { type Authenticator, createRouter, type Guard, listMembers, type Router } from '../access/accounts/index.ts';
import { changeRole, removeFromTeam } from './change-team.ts';
import { clearedCookie } from './cookie.ts';
import { type InviteNeeds, invitePerson } from './invite-person.ts';
import { presentInvitation, presentMember } from './present.ts';
import { invitedRoutes } from './routes-invitations.ts';
import { Invitation, InviteBody, Member, RemovalQuery, RoleBody, Team } from './schema-team.ts';
import type { PeopleSessions } from './sessions.ts';
import { deleteInvitation, listInvitations } from './sql-team.ts';

export interface TeamRouteNeeds extends InviteNeeds {
  guard: Guard;
  sessions: PeopleSessions;
  authenticator: Authenticator;
}

/** The people of an account, their roles, and invitations. */
export function teamRoutes(app: App, needs: TeamRouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Team');
  const { db, clock } = needs;
  router.get('/team', {
    auth: 'person',
    operationId: 'getTeam',
    summary: 'List members of your account',
    description: 'Also lists pending invitations.',
    response: { 200: Team },
    async handler({ person }) {
      const { accountId, id } = person;
      const members = await listMembers(db, accountId);
      const invitations = await listInvitations(db, accountId, clock.now());
      return {
        people: members.map((member) => presentMember(member, id)),
        invitations: invitations.map(presentInvitation),
        total: members.length,
      };
    },
  });
  invitationRoutes(router, needs);
  memberRoutes(router, needs);
  invitedRoutes(router, needs);
}

function invitationRoutes(router: Router, needs: TeamRouteNeeds): void {
  const { db } = needs;
  router.post('/team/invitations', {
    auth: 'person',
    operationId: 'invitePerson',
    summary: 'Invite someone',
    description:
      'Emails a link that works once, for 7 days, and only for the person who signs in with this address. Inviting the address again replaces the earlier link.',
    body: InviteBody,
    response: { 201: Invitation },
    errors: ['not_found', 'already_exists', 'team_full'],
    handler: async ({ person, body }) => presentInvitation(await invitePerson(needs, person, body)),
  });

  router.delete('/team/invitations/:invitation_id', {
    auth: 'person',
    operationId: 'takeInvitationBack',
    summary: 'Revoke an invitation',
    description: 'Its link stops working.',
    response: { 204: noContent('Deleted.') },
    async handler({ person, params }) {
      const { accountId } = person;
      if (!(await deleteInvitation(db, accountId, params.invitation_id))) throw notFound();
    },
  });
}

function memberRoutes(router: Router, needs: TeamRouteNeeds): void {
  const { publicUrl } = needs;
  router.patch('/team/people/:person_id', {
    auth: 'person',
    operationId: 'changeRole',
    summary: "Change a member's role",
    description:
      'Takes effect within a second. An account must keep an owner, otherwise the response is 409 `last_owner`.',
    body: RoleBody,
    response: { 200: Member },
    errors: ['last_owner'],
    async handler({ person, params, body }) {
      const { accountId, id } = person;
      const meant = { accountId, personId: params.person_id };
      return presentMember(await changeRole(needs, meant, body.role), id);
    },
  });

  router.delete('/team/people/:person_id', {
    auth: 'person',
    operationId: 'removePerson',
    summary: 'Remove a member',
    description:
      'Their sessions end within a second. Keys that they created keep working unless `revoke_keys` is true. `GET /keys?created_by=` lists these keys.',
    query: RemovalQuery,
    response: { 204: noContent('Removed.') },
    errors: ['last_owner'],
    async handler({ person, params, query }) {
      const meant = { accountId: person.accountId, personId: params.person_id };
      await removeFromTeam(needs, meant, { revokesKeys: query.revoke_keys ?? false });
    },
  });

  router.post('/team/leave', {
    auth: 'person',
    operationId: 'leaveTeam',
    summary: 'Leave the account',
    description: "Ends your sessions. You can sign in again for your other accounts. The last owner can't leave.",
    response: { 204: noContent('Left.') },
    errors: ['not_found', 'last_owner'],
    async handler({ person }, reply) {
      const { accountId, id } = person;
      await removeFromTeam(needs, { accountId, personId: id }, { revokesKeys: false });
      reply.header('set-cookie', clearedCookie(publicUrl));
    },
  });
}
