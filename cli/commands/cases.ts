import type { Case, PostToCaseInput } from '../../sdk/src/index.ts';
import { argument, type Command, exitCodes, show, text, UsageError, wholeNumber } from '../command.ts';
import { plain, table } from '../format.ts';

const formatCase = (given: Case): string =>
  `Order ${given.order_id}, ${given.state}: ${given.reason}\n\n${table(
    ['Time', 'From', 'Message'],
    given.messages.map((each) => [[each.created_at], [each.author], [plain(each.body)]]),
  )}`;

export const caseCommands: Command[] = [
  {
    name: 'cases list',
    summary: 'List your cases, most recent first',
    options: { limit: { type: 'string', help: 'How many (default: 20)' } },
    async run(context) {
      const limit = Math.min(wholeNumber(context, 'limit', 20), 200);
      const { cases } = await context.client.listCases({ limit });
      const rows = () =>
        cases.map((each) => [
          [each.updated_at],
          [each.order_id],
          [each.state],
          [plain(each.last_message.body).slice(0, 70)],
        ]);
      show(context, cases, () =>
        cases.length === 0 ? 'No cases yet.\n' : table(['Updated', 'Order', 'State', 'Last message'], rows()),
      );
      return exitCodes.fine;
    },
  },
  {
    name: 'cases get',
    usage: '<order id>',
    summary: "Show an order's case",
    async run(context) {
      const given = await context.client.getCase({ order_id: argument(context, 0, 'order ID') });
      show(context, given, () => formatCase(given));
      return exitCodes.fine;
    },
  },
  {
    name: 'cases post',
    usage: '<order id> <message>',
    summary: "Post a message to an order's case. Use --reason to open one",
    options: { reason: { type: 'string', help: 'Open a case for this reason, such as nondelivery.damaged' } },
    async run(context) {
      const message = context.arguments[1];
      if (message === undefined) throw new UsageError('A message is required, in quotes.');
      const reason = text(context, 'reason');
      const body = { message, ...(reason === undefined ? {} : { reason }) } as PostToCaseInput['body'];
      const given = await context.client.postToCase({ order_id: argument(context, 0, 'order ID'), body });
      show(context, given, () => formatCase(given));
      return exitCodes.fine;
    },
  },
];
