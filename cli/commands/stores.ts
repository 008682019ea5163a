import { argument, type Command, exitCodes, show, text } from '../command.ts';
import { plain, table } from '../format.ts';

export const storeCommands: Command[] = [
  {
    name: 'stores list',
    summary: 'List supported stores',
    isKeyless: true,
    options: { name: { type: 'string', help: 'Only stores whose name contains this' } },
    async run(context) {
      const name = text(context, 'name');
      const { retailers } = await context.client.listRetailers({ limit: 200, ...(name === undefined ? {} : { name }) });
      const rows = () => retailers.map((each) => [[each.retailer], [plain(each.display_name)]]);
      show(context, retailers, () => (retailers.length === 0 ? 'None.\n' : table(['Retailer', 'Name'], rows())));
      return exitCodes.fine;
    },
  },
  {
    name: 'stores check',
    usage: '<product url>',
    summary: 'Check whether a product can be ordered',
    options: { country: { type: 'string', help: 'Shipping country, such as US' } },
    async run(context) {
      const country = text(context, 'country');
      const given = await context.client.checkRetailer({
        url: argument(context, 0, 'product URL'),
        ...(country === undefined ? {} : { country }),
      });
      show(context, given, () => `${given.orderable ? 'Yes' : 'No'}. ${plain(given.support_detail)}\n`);
      return given.orderable ? exitCodes.fine : exitCodes.refused;
    },
  },
];
