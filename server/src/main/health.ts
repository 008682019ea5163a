import { Type } from 'typebox';
import type { Registry } from '../connectors/registry.ts';
import type { LiveStores } from '../domains/catalog/stores/index.ts';
import { type Clock, secondMs } from '../kit/clock.ts';
import { type Database, isDiskFull, type PulseState } from '../platform/database/index.ts';
import { type App, described, withExample } from '../platform/http/index.ts';
import type { Mailer } from '../platform/mailer/index.ts';
import { errorResponses } from '../wire/index.ts';
import {
  type ComponentReport,
  clockReport,
  connectorsReport,
  databaseReport,
  diskReport,
  mailReport,
  queueReport,
  type Status,
  statuses,
} from './health-details.ts';

const names = ['database', 'queue', 'mail', 'connectors', 'disk', 'clock'] as const;
type Name = (typeof names)[number];

const componentStatuses = ['up', 'warning', 'down'] as const;
type ComponentStatus = (typeof componentStatuses)[number];
const componentStatus = (description: string) => Type.Enum([...componentStatuses], { description });
const componentStatusOf = (status: Status): ComponentStatus => (status === 'degraded' ? 'warning' : status);

const Component = Type.Object(
  { status: Type.Enum([...statuses], { description: 'Status of this part.' }) },
  { additionalProperties: true },
);
const up: { status: Status } = { status: 'up' };
const Health = withExample(
  Type.Object({
    status: Type.Enum([...statuses], { description: 'Status of the whole service.' }),
    updated_at: Type.String({ format: 'date-time', description: 'When the oldest of these checks ran.' }),
    db: Type.Enum([...statuses], { description: 'Status of the database.' }),
    ordering: Type.Enum([...statuses], { description: 'Whether orders are accepted and placed.' }),
    components: Type.Object(
      {
        db: componentStatus('The database.'),
        queue: componentStatus('The job queue and its workers.'),
        ordering: componentStatus('Whether orders are accepted and placed.'),
      },
      { description: "Status of each component in one word. Open customer actions don't affect it." },
    ),
    details: Type.Object(
      {
        database: described(Component, 'PostgreSQL.'),
        queue: described(Component, 'The job queue and its workers.'),
        mail: described(Component, 'Outgoing mail.'),
        connectors: described(Component, 'Connections to stores.'),
        disk: described(Component, 'Free disk space.'),
        clock: described(Component, 'Clock skew between this server and the database.'),
      },
      { description: 'Status of each part, with details.' },
    ),
  }),
  {
    status: 'up',
    updated_at: '2026-08-21T10:00:00.000Z',
    db: 'up',
    ordering: 'up',
    components: { db: 'up', queue: 'up', ordering: 'up' },
    details: { database: up, queue: up, mail: up, connectors: up, disk: up, clock: up },
  },
);

interface Needs {
  database: Database;
  registry: Registry;
  stores: Pick<LiveStores, 'health'>;
  clock: Clock;
  mailer: Mailer;
  /** True: mail is sent by SMTP. False: it is stored in the data folder. */
  sendsMail: boolean;
  dataDir: string;
  /** Whether jobs of this kind wait for a plug-in that is left out, so they are not late. */
  isJobLeftOut(kind: string): boolean;
  /** Null until the database's health is tracked. */
  pulse(): PulseState | null;
  /** Why an acknowledged commit could be lost. */
  commitTrouble(): string | null;
}

interface Report {
  status: Status;
  updated_at: string;
  db: Status;
  ordering: Status;
  components: Record<'db' | 'queue' | 'ordering', ComponentStatus>;
  details: Record<Name, ComponentReport>;
}

export interface Health {
  report(): Promise<Report>;
  /** Checks at intervals, so a health request does not wait. */
  start(): () => void;
}

const checkEveryMs = secondMs;
const checkTimeoutMs = 2 * secondMs;
const unknown: ComponentReport = { status: 'down', reason: 'The check timed out.' };
const pulseUnknown: PulseState = {
  isAnswering: false,
  isStalled: false,
  error: 'not checked',
  clockDifferenceMs: null,
};

type CheckedParts = Pick<Report['details'], 'queue' | 'mail' | 'disk'> & { at: Date };

export function createHealth(needs: Needs): Health {
  let last: Promise<CheckedParts> | null = null;
  let looking: Promise<CheckedParts> | null = null;

  function checkOnce(): Promise<CheckedParts> {
    looking ??= checkParts(needs).finally(() => {
      looking = null;
    });
    return looking;
  }

  return {
    async report() {
      const looked = await (last ?? checkOnce());
      return reportOf(needs, looked);
    },
    start() {
      const refresh = async () => {
        const next = await checkOnce();
        last = Promise.resolve(next);
      };
      void refresh();
      const timer = setInterval(() => void refresh(), checkEveryMs);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}

async function checkParts({
  database,
  mailer,
  sendsMail,
  dataDir,
  clock,
  pulse,
  isJobLeftOut,
}: Needs): Promise<CheckedParts> {
  // A database that does not respond gets no more queries: it needs its connections when it recovers.
  const isAnswering = pulse()?.isAnswering ?? false;
  const [queue, mail, disk] = await Promise.all([
    isAnswering ? within(queueReport(database, isJobLeftOut)) : unknown,
    within(mailReport(mailer, sendsMail ? 'smtp' : 'data_folder')),
    within(diskReport(dataDir)),
  ]);
  return { queue, mail, disk, at: clock.now() };
}

async function within(work: Promise<ComponentReport>): Promise<ComponentReport> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ComponentReport>((resolve) => {
    timer = setTimeout(() => resolve(unknown), checkTimeoutMs);
  });
  try {
    return await Promise.race([work.catch(() => unknown), late]);
  } finally {
    clearTimeout(timer);
  }
}

function reportOf(needs: Needs, looked: CheckedParts): Report {
  // The database's state is always current. The rest is at most two seconds old.
  const pulse = needs.pulse() ?? pulseUnknown;
  const database = databaseReport(pulse, needs.commitTrouble(), isDiskFull());
  const queue: ComponentReport = database.status === 'down' ? { ...looked.queue, status: 'down' } : looked.queue;
  const { mail, disk } = looked;
  const details = {
    database,
    queue,
    mail,
    connectors: connectorsReport(needs.registry, needs.stores.health()),
    disk,
    clock: clockReport(pulse),
  };
  const all = names.map((name) => details[name].status);
  const isWhole = all.every((one) => one === 'up');
  const status: Status = database.status === 'down' ? 'down' : isWhole ? 'up' : 'degraded';
  const ordering = queue.status;
  const components = {
    db: componentStatusOf(database.status),
    queue: componentStatusOf(queue.status),
    ordering: componentStatusOf(ordering),
  };
  return { status, updated_at: looked.at.toISOString(), db: database.status, ordering, components, details };
}

export function healthRoutes(app: App, { report }: Health): void {
  app.get(
    '/health',
    {
      schema: {
        operationId: 'getHealth',
        tags: ['Status'],
        summary: 'Check the health of the service',
        description:
          'Reports the status of the database, job queue, mail, stores, disk and clock. Returns 503 if the service is down.',
        security: [],
        response: { 200: Health, 503: Health, 500: errorResponses()[500] },
      },
    },
    async (_request, reply) => {
      const current = await report();
      return reply.code(current.status === 'down' ? 503 : 200).send(current as never);
    },
  );
}
