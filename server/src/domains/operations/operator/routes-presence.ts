import { Type } from 'typebox';
import type { Clock } from '../../../kit/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { type App, closed, moment, nullable, withExample } from '../../../platform/http/index.ts';
import { errors, everyBody, everyRoute, validationError } from '../../../wire/index.ts';
import { type Guard, personOf } from '../../access/accounts/index.ts';
import { at } from './schema.ts';
import { claim, listClaims, lookAt, type Seen } from './sql-presence.ts';

const shared = { tags: ['Operator'], security: [{ session: [] }] };
const everyWrite = [...everyRoute, ...everyBody] as const;

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
const PresenceView = withExample(
  Type.Object({
    is_mine: Type.Boolean({ description: 'You have taken it.' }),
    others: Type.Array(Type.Object({ operator: Type.String(), seen_at: moment(), claimed_at: nullable(moment()) }), {
      description: 'Who else looks at it, or works on it (claimed_at).',
    }),
  }),
  { is_mine: false, others: [{ operator: 'ann@example.com', seen_at: at, claimed_at: at }] },
);
const ClaimsView = withExample(
  Type.Object({ claims: Type.Array(Type.Object({ subject: Type.String(), operator: Type.String() })) }),
  { claims: [{ subject: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52', operator: 'ann@example.com' }] },
);

const present = ({ others, isMine }: Seen) => ({
  is_mine: isMine,
  others: others.map(({ operator, seenAt, claimedAt }) => ({
    operator,
    seen_at: seenAt.toISOString(),
    claimed_at: claimedAt?.toISOString() ?? null,
  })),
});

/** Two operators at once see each other: who looks at a thing, and who works on it. */
export function presenceRoutes(app: App, { db, clock, guard }: { db: Db; clock: Clock; guard: Guard }): void {
  app.put(
    '/operator/presence/:kind/:subject',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'notePresence',
        summary: 'Say that you look at something or work on it, and see who else does',
        description:
          'A page says so every ten seconds and is forgotten after thirty. A claim stays for a quarter of an hour after its page was last seen. It keeps nobody from acting: it tells.',
        params: PresencePath,
        body: PresenceBody,
        response: { 200: PresenceView, 422: validationError, ...errors(...everyWrite) },
      },
    },
    async (request) => {
      const { kind, subject } = request.params;
      const name = `${kind} ${subject.toLowerCase()}`;
      const { email } = personOf(request);
      const { claim: isTaken } = request.body;
      const seen =
        isTaken === undefined
          ? await lookAt({ db, clock }, email, name)
          : await claim({ db, clock }, email, name, isTaken);
      return present(seen);
    },
  );

  app.get(
    '/operator/presence/:kind',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'listClaims',
        summary: 'What operators have taken, of one kind',
        params: Type.Object({ kind: PresencePath.properties.kind }),
        response: { 200: ClaimsView, 422: validationError, ...errors(...everyRoute) },
      },
    },
    async (request) => {
      const prefix = `${request.params.kind} `;
      const claims = await listClaims({ db, clock }, prefix);
      return { claims: claims.map(({ subject, operator }) => ({ subject: subject.slice(prefix.length), operator })) };
    },
  );
}
