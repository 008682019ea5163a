import { Type } from 'typebox';
import type { Clock } from '../../../kit/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import {
  type App,
  nullable,
  pageFields,
  pageOf,
  pageQuery,
  presentAs,
  uuid,
  withExample,
} from '../../../platform/http/index.ts';
import { createRouter, type Guard } from '../accounts/index.ts';
import { recordActivity } from './record.ts';
import { type ActivityRow, listActivity } from './sql.ts';

const ActivityView = Type.Object({
  id: Type.String(),
  at: Type.String({ description: 'When it happened.', format: 'date-time' }),
  world: Type.Enum(['test', 'live']),
  actor: Type.Enum(['person', 'operator'], { description: 'Who did it: a member of the account or an operator.' }),
  person_id: nullable(Type.String(), { description: 'ID of the person. Null for operators.' }),
  person: nullable(Type.String(), {
    description: 'Name or email address of the person. Null for operators and deleted people.',
  }),
  email: nullable(Type.String(), { description: 'Email address of the person.' }),
  action: Type.String({ description: 'The operation that was called.' }),
  subject_id: nullable(Type.String(), { description: 'ID of the object that it changed.' }),
  details: Type.Record(Type.String(), Type.Unknown(), { description: 'More about the change.' }),
  outcome: Type.Enum(['done', 'unknown'], {
    description: '`unknown`: the service stopped before the result was recorded.',
  }),
});

const ActivityList = withExample(
  Type.Object({
    activity: Type.Array(ActivityView, { description: 'Entries, newest first.' }),
    ...pageFields,
  }),
  {
    activity: [
      {
        id: 'p17',
        at: '2026-08-21T10:00:00.000Z',
        world: 'live',
        actor: 'person',
        person_id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
        person: 'Jane',
        email: 'jane@example.com',
        action: 'cancelOrder',
        subject_id: '5b0e3f7a-6a51-4d0c-8f39-0c8f7f3d9e11',
        details: {},
        outcome: 'done',
      },
    ],
    total: 1,
    limit: 20,
    offset: 0,
    next_offset: null,
  },
);

const ActivityQuery = Type.Object({
  ...pageQuery,
  person_id: Type.Optional(uuid({ description: 'Only what this person did.' })),
  subject_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only entries about this order, key, return or person.' }),
  ),
  action: Type.Optional(Type.String({ description: 'Only calls to this operation.', maxLength: 60 })),
});

const presentEntry = (row: ActivityRow) =>
  presentAs(ActivityView, { ...row, person: row.name ?? row.person, email: row.person });

/** Records and shows what people do on every route that is added after this. */
export function activityRoutes(app: App, { db, clock, guard }: { db: Db; clock: Clock; guard: Guard }): void {
  const router = createRouter(app, guard, 'Account');
  recordActivity(app, { db, clock });
  router.get('/activity', {
    auth: 'person',
    operationId: 'listActivity',
    summary: 'List account activity',
    description:
      "What people did in the dashboard in both modes, and what operators did to the account's money and sessions. Newest first. For calls made with keys, see GET /requests.",
    query: ActivityQuery,
    response: { 200: ActivityList },
    async handler({ person, query }) {
      const { person_id: personId = null, subject_id: subjectId = null, action = null, ...page } = query;
      const filter = {
        accountId: person.accountId,
        personId,
        subjectId: subjectId?.toLowerCase() ?? null,
        action,
      };
      const { rows, total } = await listActivity(db, filter, page);
      return { activity: rows.map(presentEntry), ...pageOf(total, page) };
    },
  });
}
