import { Type } from 'typebox';
import { notFound } from '../../kit/failure.ts';
import type { App } from '../../platform/http/index.ts';
import { errors, everyBody, everyRoute, validationError } from '../../wire/index.ts';
import { type Authenticator, type Guard, listMembers, personOf } from '../access/accounts/index.ts';
import { changeRole, removeFromTeam } from './change-team.ts';
import { clearedCookie } from './cookie.ts';
import { type InviteNeeds, invitePerson } from './invite-person.ts';
import { presentInvitation, presentMember } from './present-team.ts';
import { invitedRoutes } from './routes-invitations.ts';
import {
  Invitation,
  InvitationPath,
  InviteBody,
  Member,
  MemberPath,
  RemovalQuery,
  RoleBody,
  Team,
} from './schema-team.ts';
import type { PeopleSessions } from './sessions.ts';
import { deleteInvitation, listInvitations } from './sql-team.ts';

export interface TeamRouteNeeds extends InviteNeeds {
  guard: Guard;
  sessions: PeopleSessions;
  authenticator: Authenticator;
}

const shared = { tags: ['Account'], security: [{ session: [] }] };
const bodyRoute = [...everyRoute, ...everyBody] as const;

/** The people of an account: who they are, who is invited, and what each may do. */
export function teamRoutes(app: App, needs: TeamRouteNeeds): void {
  const { db, clock, guard } = needs;
  app.get(
    '/team',
    {
      onRequest: guard.person,
      schema: {
        ...shared,
        operationId: 'getTeam',
        summary: 'The people of your account, and who is invited',
        response: { 200: Team, ...errors(...everyRoute) },
      },
    },
    async (request) => {
      const { accountId, id } = personOf(request);
      const members = await listMembers(db, accountId);
      const invitations = await listInvitations(db, accountId, clock.now());
      return {
        people: members.map((member) => presentMember(member, id)),
        invitations: invitations.map(presentInvitation),
        total: members.length,
      };
    },
  );
  invitationRoutes(app, needs);
  memberRoutes(app, needs);
  invitedRoutes(app, needs);
}

function invitationRoutes(app: App, needs: TeamRouteNeeds): void {
  const { db, guard } = needs;
  app.post(
    '/team/invitations',
    {
      onRequest: guard.person,
      schema: {
        ...shared,
        operationId: 'invitePerson',
        summary: 'Invite somebody to your account',
        description:
          'Mails a link that works once, for seven days, and only for the person who signs in with this address. Inviting an address again ' +
          'mails a new link; the earlier one is no good any more.',
        body: InviteBody,
        response: {
          201: Invitation,
          422: validationError,
          ...errors(...bodyRoute, 'not_found', 'already_exists', 'team_full'),
        },
      },
    },
    async (request, reply) =>
      reply.code(201).send(presentInvitation(await invitePerson(needs, personOf(request), request.body))),
  );

  app.delete(
    '/team/invitations/:invitation_id',
    {
      onRequest: guard.person,
      schema: {
        ...shared,
        operationId: 'takeInvitationBack',
        summary: 'Take an invitation back; its link is no good from then on',
        params: InvitationPath,
        response: {
          204: Type.Null({ description: 'Gone.' }),
          422: validationError,
          ...errors(...everyRoute, 'not_found'),
        },
      },
    },
    async (request, reply) => {
      const { accountId } = personOf(request);
      if (!(await deleteInvitation(db, accountId, request.params.invitation_id))) throw notFound();
      return reply.code(204).send(null);
    },
  );
}

function memberRoutes(app: App, needs: TeamRouteNeeds): void {
  const { guard, publicUrl } = needs;
  app.patch(
    '/team/people/:person_id',
    {
      onRequest: guard.person,
      schema: {
        ...shared,
        operationId: 'changeRole',
        summary: "Change a person's role",
        description:
          'At once here, within a second in other processes. An account keeps an owner: 409 `last_owner` otherwise.',
        params: MemberPath,
        body: RoleBody,
        response: { 200: Member, 422: validationError, ...errors(...bodyRoute, 'not_found', 'last_owner') },
      },
    },
    async (request) => {
      const { accountId, id } = personOf(request);
      const meant = { accountId, personId: request.params.person_id };
      return presentMember(await changeRole(needs, meant, request.body.role), id);
    },
  );

  app.delete(
    '/team/people/:person_id',
    {
      onRequest: guard.person,
      schema: {
        ...shared,
        operationId: 'removePerson',
        summary: 'Remove a person from your account',
        description:
          'Their sessions end at once here, within a second in other processes. Keys that they made keep working unless ' +
          '`revoke_keys` is true; `GET /keys?created_by=` lists them.',
        params: MemberPath,
        querystring: RemovalQuery,
        response: {
          204: Type.Null({ description: 'Removed.' }),
          422: validationError,
          ...errors(...everyRoute, 'not_found', 'last_owner'),
        },
      },
    },
    async (request, reply) => {
      const meant = { accountId: personOf(request).accountId, personId: request.params.person_id };
      await removeFromTeam(needs, meant, { revokesKeys: request.query.revoke_keys ?? false });
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/team/leave',
    {
      onRequest: guard.person,
      schema: {
        ...shared,
        operationId: 'leaveTeam',
        summary: 'Leave this account',
        description: 'Ends your sessions; you can sign in again for your other accounts. The last owner cannot leave.',
        response: { 204: Type.Null({ description: 'Left.' }), ...errors(...everyRoute, 'not_found', 'last_owner') },
      },
    },
    async (request, reply) => {
      const { accountId, id } = personOf(request);
      await removeFromTeam(needs, { accountId, personId: id }, { revokesKeys: false });
      return reply.header('set-cookie', clearedCookie(publicUrl)).code(204).send(null);
    },
  );
}
