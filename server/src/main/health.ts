import { Type } from 'typebox';
import type { Registry } from '../connectors/registry.ts';
import { type Clock, minuteMs, secondMs } from '../kit/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { type App, errors, withExample } from '../platform/http/index.ts';
import { queueDepth } from '../platform/queue/index.ts';

const statuses = ['up', 'degraded', 'down'] as const;
type Status = (typeof statuses)[number];

const Component = Type.Object({ status: Type.Enum([...statuses]) }, { additionalProperties: true });
const Health = withExample(
  Type.Object({
    status: Type.Enum([...statuses]),
    components: Type.Object({ database: Component, queue: Component, mail: Component, connectors: Component }),
  }),
  {
    status: 'up',
    components: {
      database: { status: 'up' },
      queue: { status: 'up' },
      mail: { status: 'up' },
      connectors: { status: 'up' },
    },
  },
);

interface Needs {
  database: Database;
  registry: Registry;
  clock: Clock;
  /** Whether mail leaves by SMTP; otherwise it is kept in the data folder. */
  sendsMail: boolean;
}

type Report = { status: Status; components: Record<'database' | 'queue' | 'mail' | 'connectors', ComponentReport> };
interface ComponentReport {
  status: Status;
  [detail: string]: unknown;
}

/** A job that waits this long says that no worker runs or that they cannot keep up. */
const lateMs = minuteMs;

async function look(needs: Needs): Promise<Report> {
  const connectors: ComponentReport = {
    status: needs.registry.hasWorld('test') || needs.registry.hasWorld('live') ? 'up' : 'down',
    sandbox_retailers: needs.registry.retailers('test').length,
    live_retailers: needs.registry.retailers('live').length,
  };
  const mail: ComponentReport = { status: 'up', goes_to: needs.sendsMail ? 'smtp' : 'data_folder' };
  try {
    const depth = await queueDepth(needs.database.db);
    const isLate = (depth.oldestReadyMs ?? 0) > lateMs;
    const queue: ComponentReport = {
      status: isLate || depth.dead > 0 ? 'degraded' : 'up',
      ready: depth.ready,
      running: depth.running,
      dead: depth.dead,
      oldest_ready_ms: depth.oldestReadyMs,
    };
    return { status: queue.status, components: { database: { status: 'up' }, queue, mail, connectors } };
  } catch {
    const down: ComponentReport = { status: 'down' };
    return { status: 'down', components: { database: down, queue: down, mail, connectors } };
  }
}

/** Looked at once a second at most, however often it is asked: it needs no key and must stay cheap. */
export function createHealth(needs: Needs): () => Promise<Report> {
  let last: { report: Promise<Report>; until: number } | null = null;
  return () => {
    const now = needs.clock.now().getTime();
    if (!last || last.until <= now) last = { report: look(needs), until: now + secondMs };
    return last.report;
  };
}

export function healthRoutes(app: App, health: () => Promise<Report>): void {
  app.get(
    '/health',
    {
      schema: {
        operationId: 'getHealth',
        tags: ['Operations'],
        summary: 'Whether the service and what it stands on work',
        security: [],
        response: { 200: Health, 503: Health, 500: errors()[500] },
      },
    },
    async (_request, reply) => {
      const report = await health();
      return reply.code(report.status === 'down' ? 503 : 200).send(report as never);
    },
  );
}
