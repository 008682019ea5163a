import type { ListEventsInput } from '../../sdk/src/index.ts';
import { argument, type Command, choice, exitCodes, show, text, wholeNumber } from '../command.ts';
import { count, plain, table } from '../format.ts';

export const eventCommands: Command[] = [
  {
    name: 'events list',
    summary: 'List events from the last 30 days, oldest first',
    options: {
      type: { type: 'string', help: 'Only of this type, such as order.placed' },
      order: { type: 'string', help: 'Only for this order' },
      limit: { type: 'string', help: 'How many (default: 50)' },
    },
    async run(context) {
      const type = choice<NonNullable<ListEventsInput['type']>>(context, 'type');
      const order = text(context, 'order');
      const { events } = await context.client.listEvents({
        limit: Math.min(wholeNumber(context, 'limit', 50), 200),
        ...(type === undefined ? {} : { type }),
        ...(order === undefined ? {} : { order_id: order }),
      });
      const rows = () => events.map((event) => [[event.timestamp], [event.id], [event.type], [event.order_id ?? '']]);
      show(context, events, () =>
        events.length === 0 ? 'No events yet.\n' : table(['Time', 'Event', 'Type', 'Order'], rows()),
      );
      return exitCodes.fine;
    },
  },
  {
    name: 'events get',
    usage: '<event id>',
    summary: 'Show an event and its deliveries',
    async run(context) {
      const event = await context.client.getEvent({ event_id: argument(context, 0, 'event ID') });
      show(context, event, () => {
        const rows = event.deliveries.map(({ id, status, url }) => [[id], [status], [plain(url)]]);
        const deliveries = rows.length === 0 ? 'No deliveries.\n' : table(['Delivery', 'Status', 'URL'], rows);
        return `${event.timestamp}  ${event.type}\n\n${deliveries}\n${JSON.stringify(event.data, null, 2)}\n`;
      });
      return exitCodes.fine;
    },
  },
  {
    name: 'events resend',
    usage: '<event id>',
    summary: 'Resend an event to its webhook endpoints',
    options: { endpoint: { type: 'string', help: 'Only to this endpoint' } },
    async run(context) {
      const endpoint = text(context, 'endpoint');
      const sent = await context.client.resendEvent({
        event_id: argument(context, 0, 'event ID'),
        body: endpoint === undefined ? {} : { endpoint_id: endpoint },
      });
      show(context, sent, () => `Sent to ${count(sent.deliveries.length, 'endpoint')}.\n`);
      return exitCodes.fine;
    },
  },
];
