import { Type } from 'typebox';
import type { Clock } from '../../../kit/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { closed, moment, nullable, presentAs, withExample } from '../../../platform/http/index.ts';
import type { Router } from '../../access/accounts/index.ts';
import { at } from './schema.ts';
import { claimSubject, listClaims, recordPresence, type SubjectPresence } from './sql-presence.ts';

const subjectKinds = ['case', 'order', 'desk', 'return', 'doubt', 'customer'] as const;
const PresencePath = Type.Object({
  kind: Type.Enum([...subjectKinds]),
  subject: Type.String({ minLength: 1, maxLength: 255, examples: ['0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52'] }),
});
const PresenceBody = withExample(
  closed({
    claim: Type.Optional(Type.Boolean({ description: 'true takes it, false lets go; left out it only looks.' })),
  }),
  { claim: true },
);
const OtherView = Type.Object({ operator: Type.String(), seen_at: moment(), claimed_at: nullable(moment()) });
const PresenceView = withExample(
  Type.Object({
    is_mine: Type.Boolean({ description: 'You have taken it.' }),
    others: Type.Array(OtherView, { description: 'Who else looks at it, or works on it (claimed_at).' }),
  }),
  { is_mine: false, others: [{ operator: 'ann@example.com', seen_at: at, claimed_at: at }] },
);
const ClaimsView = withExample(
  Type.Object({ claims: Type.Array(Type.Object({ subject: Type.String(), operator: Type.String() })) }),
  { claims: [{ subject: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52', operator: 'ann@example.com' }] },
);

const present = ({ others, isMine }: SubjectPresence) => ({
  is_mine: isMine,
  others: others.map(({ operator, seenAt, claimedAt }) =>
    presentAs(OtherView, { operator, seen_at: seenAt, claimed_at: claimedAt }),
  ),
});

/** Two operators at once see each other: who views a thing, and who works on it. */
export function presenceRoutes(router: Router, { db, clock }: { db: Db; clock: Clock }): void {
  router.put('/operator/presence/:kind/:subject', {
    auth: 'operator',
    operationId: 'notePresence',
    summary: 'Say that you look at something or work on it, and see who else does',
    description:
      'A page says so every ten seconds and is forgotten after thirty. A claim stays for a quarter of an hour after its page was last seen. It keeps nobody from acting: it tells.',
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
    summary: 'What operators have taken, of one kind',
    params: Type.Object({ kind: PresencePath.properties.kind }),
    response: { 200: ClaimsView },
    async handler({ params }) {
      const prefix = `${params.kind} `;
      const claims = await listClaims({ db, clock }, prefix);
      return { claims: claims.map(({ subject, operator }) => ({ subject: subject.slice(prefix.length), operator })) };
    },
  });
}
