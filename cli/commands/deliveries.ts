import type {
  ListWebhookDeliveriesInput,
  ReplayFailedWebhookDeliveriesInput,
  WebhookDelivery,
} from '../../sdk/src/index.ts';
import { argument, type Command, choice, exitCodes, show, text, wholeNumber } from '../command.ts';
import { plain, table } from '../format.ts';

const resultOf = ({ response_status: status, error }: WebhookDelivery): string =>
  error === null ? String(status ?? '') : plain(error);

export const deliveryCommands: Command[] = [
  {
    name: 'deliveries list',
    summary: 'List webhook deliveries, newest first',
    options: {
      status: { type: 'string', help: 'Only pending, retrying, delivered, failed or stopped' },
      endpoint: { type: 'string', help: 'Only to this endpoint' },
      order: { type: 'string', help: 'Only for this order' },
      limit: { type: 'string', help: 'How many (default: 20)' },
    },
    async run(context) {
      const status = choice<NonNullable<ListWebhookDeliveriesInput['status']>>(context, 'status');
      const [endpoint, order] = [text(context, 'endpoint'), text(context, 'order')];
      const { deliveries } = await context.client.listWebhookDeliveries({
        limit: Math.min(wholeNumber(context, 'limit', 20), 200),
        ...(status === undefined ? {} : { status }),
        ...(endpoint === undefined ? {} : { endpoint_id: endpoint }),
        ...(order === undefined ? {} : { order_id: order }),
      });
      const rows = () =>
        deliveries.map((each) => [
          [each.created_at],
          [each.id],
          [each.status],
          [each.event],
          [resultOf(each)],
          [each.url],
        ]);
      show(context, deliveries, () =>
        deliveries.length === 0
          ? 'No deliveries yet.\n'
          : table(['Created', 'Delivery', 'Status', 'Event', 'Result', 'URL'], rows()),
      );
      return exitCodes.fine;
    },
  },
  {
    name: 'deliveries get',
    usage: '<delivery id>',
    summary: 'Show a delivery with its attempts and responses',
    async run(context) {
      const given = await context.client.getWebhookDelivery({ delivery_id: argument(context, 0, 'delivery ID') });
      show(context, given, () => {
        const next = given.next_attempt_at === null ? '' : `, next attempt ${given.next_attempt_at}`;
        const rows = given.tries.map((each) => [
          [each.at],
          [String(each.response_status ?? '')],
          [plain(each.error ?? each.response ?? '').slice(0, 100)],
        ]);
        const attempts = rows.length === 0 ? '' : `\n${table(['Attempt', 'Status', 'Response'], rows)}`;
        return `${given.event} to ${given.url}: ${given.status}${next}.\n${attempts}\n${plain(given.body)}\n`;
      });
      return exitCodes.fine;
    },
  },
  {
    name: 'deliveries resend',
    usage: '[delivery id]',
    summary: 'Resend a delivery, or all failed deliveries that match the options. IDs and bodies stay the same',
    options: {
      since: { type: 'string', help: 'All deliveries that failed since this time, such as 2026-08-21T10:00:00Z' },
      status: { type: 'string', help: 'All deliveries with this status: failed, stopped or retrying' },
      endpoint: { type: 'string', help: 'All failed deliveries to this endpoint' },
      order: { type: 'string', help: 'All failed deliveries for this order' },
    },
    async run(context) {
      const [since, endpoint, order] = [text(context, 'since'), text(context, 'endpoint'), text(context, 'order')];
      const status = choice<NonNullable<ReplayFailedWebhookDeliveriesInput['body']['status']>>(context, 'status');
      const filter = {
        ...(since === undefined ? {} : { failed_since: since }),
        ...(status === undefined ? {} : { status }),
        ...(endpoint === undefined ? {} : { endpoint_id: endpoint }),
        ...(order === undefined ? {} : { order_id: order }),
      };
      if (Object.keys(filter).length > 0) {
        const { replayed } = await context.client.replayFailedWebhookDeliveries({ body: filter });
        show(context, { replayed }, () => `Queued for resending: ${replayed}.\n`);
        return exitCodes.fine;
      }
      const sent = await context.client.replayWebhookDelivery({ delivery_id: argument(context, 0, 'delivery ID') });
      show(context, sent, () => 'Sent.\n');
      return exitCodes.fine;
    },
  },
];
