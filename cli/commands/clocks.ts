import type { TestClock } from '../../sdk/src/index.ts';
import { argument, type Command, type Context, exitCodes, show, text, UsageError } from '../command.ts';
import { table } from '../format.ts';

const lineOf = ({ id, name, now, status }: TestClock): string => `${id}  ${now}  ${status}${name ? `  ${name}` : ''}\n`;

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

const lookMs = 200;

export const clockCommands: Command[] = [
  {
    name: 'clocks create',
    usage: '[name]',
    summary: 'Create a test clock for sandbox orders',
    options: { at: { type: 'string', help: 'Start time, such as 2026-12-01T00:00:00Z (default: now)' } },
    async run(context) {
      const at = text(context, 'at');
      const clock = await context.client.createTestClock({
        body: { name: context.arguments[0] ?? null, ...(at === undefined ? {} : { frozen_at: at }) },
      });
      show(context, clock, () => lineOf(clock));
      context.err(`\nUse it: errand orders create --example --clock ${clock.id}\n`);
      return exitCodes.fine;
    },
  },
  {
    name: 'clocks list',
    summary: 'List your test clocks',
    async run(context) {
      const given = await context.client.listTestClocks();
      const rows = given.clocks.map(({ id, name, now, status }) => [[id], [name ?? ''], [now], [status]]);
      show(context, given, () =>
        rows.length === 0 ? 'No clocks.\n' : table(['Clock', 'Name', 'Now', 'Status'], rows),
      );
      return exitCodes.fine;
    },
  },
  {
    name: 'clocks advance',
    usage: '<clock id> <duration or time>',
    summary: 'Advance a test clock (90s, 15m, 2h, 3d, or a time) and wait until it is ready',
    async run(context) {
      const id = argument(context, 0, 'clock ID');
      const body = targetOf(argument(context, 1, 'duration: 90s, 15m, 2h, 3d, or a time'));
      await context.client.advanceTestClock({ clock_id: id, body });
      const clock = await waitUntilReady(context, id);
      show(context, clock, () => lineOf(clock));
      return exitCodes.fine;
    },
  },
  {
    name: 'clocks delete',
    usage: '<clock id>',
    summary: 'Delete a test clock. Its orders continue in real time',
    async run(context) {
      await context.client.deleteTestClock({ clock_id: argument(context, 0, 'clock ID') });
      show(context, { deleted: true }, () => 'Deleted.\n');
      return exitCodes.fine;
    },
  },
];

/** `90s`, `15m`, `2h`, `3d`, or a time. */
function targetOf(words: string): { by_seconds: number } | { to: string } {
  const [, amount = '', unit = ''] = /^(\d{1,8})([smhd])$/.exec(words) ?? [];
  const seconds = unitSeconds[unit];
  if (seconds !== undefined) return { by_seconds: Number(amount) * seconds };
  if (Number.isNaN(Date.parse(words))) throw new UsageError('Enter a duration (90s, 15m, 2h, 3d) or a time.');
  return { to: new Date(words).toISOString() };
}

async function waitUntilReady({ client }: Context, id: string): Promise<TestClock> {
  for (;;) {
    const clock = await client.getTestClock({ clock_id: id });
    if (clock.status === 'ready') return clock;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
}
