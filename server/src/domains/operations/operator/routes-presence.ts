import { Type } from 'typebox';
import type { Clock } from '../../../kit/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { closed, moment, nullable, presentAs, withExample } from '../../../platform/http/index.ts';
import type { Router } from '../../access/accounts/index.ts';
import { at } from './schema.ts';
import { claimSubject, listClaims, recordPresence, type SubjectPresence } from './sql-presence.ts';

const subjectKinds = ['case', 'order', 'desk', 'return', 'doubt', 'customer'] as const;
const PresencePath = Type.Object({
  kind: Type.Enum([...subjectKinds], { description: 'Kind of object.' }),
  subject: Type.String({
    description: 'ID of the object.',
    minLength: 1,
    maxLength: 255,
    examples: ['0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52'],
  }),
});
const PresenceBody = withExample(
  closed({
    claim: Type.Optional(
      Type.Boolean({ description: 'True to claim it, false to release it. Leave it out to only view.' }),
    ),
  }),
  { claim: true },
);
const OtherView = Type.Object({
  operator: Type.String({ description: 'Email address of the operator.' }),
  seen_at: moment({ description: 'When the operator last viewed it.' }),
  claimed_at: nullable(moment(), { description: 'When the operator claimed it. Null: only viewing.' }),
});
const PresenceView = withExample(
  Type.Object({
    is_mine: Type.Boolean({ description: 'Whether you claimed it.' }),
    others: Type.Array(OtherView, { description: 'Other operators who are viewing it or have claimed it.' }),
  }),
  { is_mine: false, others: [{ operator: 'ann@example.com', seen_at: at, claimed_at: at }] },
);
const ClaimsView = withExample(
  Type.Object({
    claims: Type.Array(
      Type.Object({
        subject: Type.String({ description: 'ID of the object.' }),
        operator: Type.String({ description: 'Email address of the operator.' }),
      }),
      { description: 'What operators have claimed.' },
    ),
  }),
  { claims: [{ subject: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52', operator: 'ann@example.com' }] },
);

const present = ({ others, isMine }: SubjectPresence) => ({
  is_mine: isMine,
  others: others.map(({ operator, seenAt, claimedAt }) =>
    presentAs(OtherView, { operator, seen_at: seenAt, claimed_at: claimedAt }),
  ),
});

/** Operators see who else views an object or works on it. */
export function presenceRoutes(router: Router, { db, clock }: { db: Db; clock: Clock }): void {
  router.put('/operator/presence/:kind/:subject', {
    auth: 'operator',
    operationId: 'notePresence',
    summary: 'Report your presence',
    description:
      "Shows other operators that you are viewing or working on something, and returns who else is. Send it every 10 seconds; it expires after 30. A claim expires 15 minutes after its page was last open. It doesn't lock anything.",
    params: PresencePath,
    body: PresenceBody,
    response: { 200: PresenceView },
    async handler({ params: { kind, subject }, body: { claim: isTaken }, person: { email } }) {
      const name = `${kind} ${subject.toLowerCase()}`;
      return present(
        isTaken === undefined
          ? await recordPresence({ db, clock }, email, name)
          : await claimSubject({ db, clock }, email, name, isTaken),
      );
    },
  });

  router.get('/operator/presence/:kind', {
    auth: 'operator',
    operationId: 'listClaims',
    summary: 'List claimed objects',
    description: 'Objects of one kind that operators have claimed.',
    params: Type.Object({ kind: PresencePath.properties.kind }),
    response: { 200: ClaimsView },
    async handler({ params }) {
      const prefix = `${params.kind} `;
      const claims = await listClaims({ db, clock }, prefix);
      return { claims: claims.map(({ subject, operator }) => ({ subject: subject.slice(prefix.length), operator })) };
    },
  });
}
