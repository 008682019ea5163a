import type { EventType, GetWebhookEndpointHealthInput, ListWebhookEndpointsOutput } from '../../sdk/src/index.ts';
import { argument, type Command, choice, exitCodes, show, text } from '../command.ts';
import { table } from '../format.ts';

type Endpoint = ListWebhookEndpointsOutput['endpoints'][number];

const stateOf = (each: Endpoint): string => {
  if (each.stopped_at !== null) return 'stopped';
  if (!each.is_active) return 'off';
  return each.failing_since === null ? 'active' : 'failing';
};

const rateOf = ({ success_rate: rate, average_ms: ms }: Endpoint['last_day']): string =>
  rate === null ? 'no attempts' : `${Math.floor(rate * 100)}%, ${ms} ms`;

export const endpointCommands: Command[] = [
  {
    name: 'endpoints list',
    summary: 'List webhook endpoints',
    async run(context) {
      const { endpoints } = await context.client.listWebhookEndpoints();
      const rows = () =>
        endpoints.map((each) => [
          [each.id],
          [stateOf(each)],
          [rateOf(each.last_day)],
          [each.url],
          each.events ?? ['all events'],
        ]);
      show(context, endpoints, () =>
        endpoints.length === 0
          ? 'No endpoints yet.\n'
          : table(['Endpoint', 'State', 'Last day', 'URL', 'Events'], rows()),
      );
      return exitCodes.fine;
    },
  },
  {
    name: 'endpoints create',
    usage: '<url>',
    summary: 'Add a webhook endpoint and print its secret',
    options: { events: { type: 'string', help: 'Event types, such as order.placed,order.failed (default: all)' } },
    async run(context) {
      // The service lists the types if one is unknown.
      const events = text(context, 'events')?.split(',') as EventType[] | undefined;
      const body = { url: argument(context, 0, 'URL'), ...(events === undefined ? {} : { events }) };
      const made = await context.client.createWebhookEndpoint({ body });
      show(context, made, () => `Endpoint ${made.id}\nSecret: ${made.secret}\n`);
      return exitCodes.fine;
    },
  },
  {
    name: 'endpoints delete',
    usage: '<endpoint id>',
    summary: 'Delete a webhook endpoint',
    async run(context) {
      const id = argument(context, 0, 'endpoint ID');
      await context.client.deleteWebhookEndpointById({ endpoint_id: id });
      show(context, { deleted: id }, () => 'Endpoint deleted.\n');
      return exitCodes.fine;
    },
  },
  {
    name: 'endpoints health',
    usage: '<endpoint id>',
    summary: "Show an endpoint's success rate and latency over time",
    options: { period: { type: 'string', help: 'day, week or month (default: day)' } },
    async run(context) {
      const period = choice<NonNullable<GetWebhookEndpointHealthInput['period']>>(context, 'period') ?? 'day';
      const health = await context.client.getWebhookEndpointHealth({
        endpoint_id: argument(context, 0, 'endpoint ID'),
        period,
      });
      const rows = () =>
        health.steps.map((each) => [[each.at], [String(each.attempts)], [rateOf(each)], [`${each.max_ms ?? ''}`]]);
      show(context, health, () => table(['From', 'Attempts', 'Success rate', 'Slowest ms'], rows()));
      return exitCodes.fine;
    },
  },
  {
    name: 'endpoints test',
    usage: '<endpoint id>',
    summary: 'Send an example event to an endpoint',
    options: { type: { type: 'string', help: 'Event type (default: order.placed)' } },
    async run(context) {
      const type = choice<EventType>(context, 'type') ?? 'order.placed';
      const sent = await context.client.testWebhookEndpoint({
        endpoint_id: argument(context, 0, 'endpoint ID'),
        body: { type },
      });
      show(context, sent, () => `Sent. See the response: errand deliveries get ${sent.id}\n`);
      return exitCodes.fine;
    },
  },
];
