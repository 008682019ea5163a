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
  at: Type.String({ format: 'date-time' }),
  world: Type.Enum(['test', 'live']),
  actor: Type.Enum(['person', 'operator']),
  person_id: nullable(Type.String()),
  person: nullable(Type.String(), {
    description:
      'Their name, or their address where they gave none; null for operators and for people who are deleted.',
  }),
  email: nullable(Type.String()),
  action: Type.String({ description: 'The operation of this API that they called.' }),
  subject_id: nullable(Type.String(), { description: 'What it was done to.' }),
  details: Type.Record(Type.String(), Type.Unknown()),
  outcome: Type.Enum(['done', 'unknown'], {
    description: 'unknown: the service stopped before the end was seen.',
  }),
});

const ActivityList = withExample(
  Type.Object({
    activity: Type.Array(ActivityView),
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
  person_id: Type.Optional(uuid()),
  subject_id: Type.Optional(Type.String({ maxLength: 100, description: 'Of one order, key, return or person.' })),
  action: Type.Optional(Type.String({ maxLength: 60 })),
});

const presentEntry = (row: ActivityRow) =>
  presentAs(ActivityView, { ...row, person: row.name ?? row.person, email: row.person });

/** Notes what people do on every route that is added after this, and shows it. */
export function activityRoutes(app: App, { db, clock, guard }: { db: Db; clock: Clock; guard: Guard }): void {
  const router = createRouter(app, guard, 'Account');
  recordActivity(app, { db, clock });
  router.get('/activity', {
    auth: 'person',
    operationId: 'listActivity',
    summary: 'Who did what on the account, newest first',
    description:
      'What people did on the web, in both worlds, and what operators did to its money and sessions. What keys did is in GET /requests.',
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
