import { Type } from 'typebox';
import type { Clock } from '../../kit/clock.ts';
import { plusMs, secondMs } from '../../kit/clock.ts';
import { notFound } from '../../kit/failure.ts';
import type { Database } from '../../platform/database/index.ts';
import {
  closed,
  moment,
  noContent,
  nullable,
  optionalBody,
  pageQuery,
  uuid,
  withExample,
} from '../../platform/http/index.ts';
import {
  type Caller,
  findOwnTestClock,
  listTestClocks,
  type Router,
  type TestClockRow,
} from '../access/accounts/index.ts';
import { advanceClock } from './advance-clock.ts';
import { advanceDaysMax, clocksMax } from './clock-model.ts';
import { createClock, deleteClock } from './create-clock.ts';
import { clockUnknown, oneTarget } from './failures.ts';

interface Needs {
  database: Database;
  clock: Clock;
}

const exampleClock = {
  id: '5d1f0e6a-9f0b-4a55-8f6e-3f9f1f3b7c21',
  name: 'holidays',
  now: '2026-12-01T00:00:00.000Z',
  status: 'ready' as const,
};

const ClockView = withExample(
  Type.Object(
    {
      id: uuid(),
      name: nullable(Type.String(), { description: 'Name that you gave it.' }),
      now: moment({ description: "Current time of the clock. It doesn't move until you advance it." }),
      status: Type.Enum(['ready', 'advancing'], {
        description: '`advancing` until everything that is due by the new time has happened.',
      }),
    },
    { title: 'TestClock', description: 'A sandbox test clock.' },
  ),
  exampleClock,
);

const ClockList = withExample(
  Type.Object({ clocks: Type.Array(ClockView, { description: 'Newest first.' }), total: Type.Integer() }),
  { clocks: [exampleClock], total: 1 },
);

const ClockBody = optionalBody(
  closed(
    {
      name: Type.Optional(nullable(Type.String({ maxLength: 100 }), { description: 'Display name.' })),
      frozen_at: Type.Optional(
        nullable(Type.String({ format: 'date-time', maxLength: 40 }), {
          description: `Start time of the clock, within ${advanceDaysMax} days of now. Now by default.`,
        }),
      ),
    },
    { examples: [{ name: 'holidays', frozen_at: '2026-12-01T00:00:00Z' }] },
  ),
);

const ClockAdvanceBody = closed(
  {
    to: Type.Optional(
      Type.String({
        format: 'date-time',
        maxLength: 40,
        description: 'New time of the clock. Cannot be earlier than its current time.',
      }),
    ),
    by_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: advanceDaysMax * 86_400,
        description: 'How far to advance, instead of `to`.',
      }),
    ),
  },
  { examples: [{ by_seconds: 86_400 }] },
);

const presentClock = ({ id, name, now_at: now, advance_to: to }: TestClockRow) => ({
  id,
  name,
  now: now.toISOString(),
  status: to === null ? ('ready' as const) : ('advancing' as const),
});

function requireTestKey({ world }: Caller): void {
  if (world !== 'test') throw notFound();
}

/** What follows a test clock happens when the clock is advanced. */
export function clockRoutes(router: Router, needs: Needs): void {
  const { db } = needs.database;

  router.post('/sandbox/clocks', {
    auth: 'key',
    operationId: 'createTestClock',
    summary: 'Create a test clock',
    description: `Send its ID as \`test_clock\` when you create orders, batches, quotes or retailer accounts. They then follow this clock instead of real time. An account can have up to ${clocksMax}. Test keys only.`,
    body: ClockBody,
    response: { 201: ClockView },
    errors: ['not_found', 'clock_limit_reached'],
    async handler({ caller, body }) {
      requireTestKey(caller);
      const { name = null, frozen_at: frozenAt = null } = body ?? {};
      const asked = { name, frozenAt: frozenAt === null ? null : new Date(frozenAt) };
      return presentClock(await createClock({ db, clock: needs.clock }, caller, asked));
    },
  });

  router.get('/sandbox/clocks', {
    auth: 'key',
    operationId: 'listTestClocks',
    summary: 'List your test clocks',
    description: 'Newest first. Test keys only.',
    query: Type.Object(pageQuery),
    response: { 200: ClockList },
    errors: ['not_found'],
    async handler({ caller, query: { limit, offset } }) {
      requireTestKey(caller);
      const clocks = await listTestClocks(db, caller.accountId);
      return { clocks: clocks.slice(offset, offset + limit).map(presentClock), total: clocks.length };
    },
  });

  router.get('/sandbox/clocks/:clock_id', {
    auth: 'key',
    operationId: 'getTestClock',
    summary: 'Get a test clock',
    description: 'After an advance, read it until `status` is `ready`. Test keys only.',
    response: { 200: ClockView },
    async handler({ caller, params }) {
      requireTestKey(caller);
      const clock = await findOwnTestClock(db, caller.accountId, params.clock_id);
      if (!clock) throw clockUnknown();
      return presentClock(clock);
    },
  });

  router.delete('/sandbox/clocks/:clock_id', {
    auth: 'key',
    operationId: 'deleteTestClock',
    summary: 'Delete a test clock',
    description:
      'Orders and accounts that follow it continue in real time. Anything due in an hour is still due in an hour. Test keys only.',
    response: { 204: noContent('Deleted.') },
    errors: ['clock_advancing'],
    async handler({ caller, params }) {
      requireTestKey(caller);
      await deleteClock({ db, clock: needs.clock }, caller, params.clock_id);
    },
  });

  router.post('/sandbox/clocks/:clock_id/advance', {
    auth: 'key',
    operationId: 'advanceTestClock',
    summary: 'Advance a test clock',
    description: `Send \`to\` or \`by_seconds\`, up to ${advanceDaysMax} days at a time. Everything that is due by then happens in order, in the background: read the clock until \`status\` is \`ready\`. Test keys only.`,
    body: ClockAdvanceBody,
    response: { 202: ClockView },
    errors: ['clock_advancing'],
    async handler({ caller, params, body }) {
      requireTestKey(caller);
      const { to, by_seconds: seconds } = body;
      if ((to === undefined) === (seconds === undefined)) throw oneTarget();
      const targetOf = (now: Date): Date =>
        seconds === undefined ? new Date(String(to)) : plusMs(now, seconds * secondMs);
      return presentClock(await advanceClock(needs, caller, params.clock_id, targetOf));
    },
  });
}
