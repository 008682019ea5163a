import { type Command, exitCodes, show, text, UsageError } from '../command.ts';
import { dollars, plain, table } from '../format.ts';

export const search: Command = {
  name: 'search',
  usage: '<words …>',
  summary: 'Find products, at every retailer or at one',
  argumentsMax: 20,
  options: { retailer: { type: 'string', help: 'Only at this one' } },
  async run(context) {
    const words = context.arguments.join(' ');
    if (words === '') throw new UsageError('Say what to look for: errand search paper towels');
    const retailer = text(context, 'retailer');
    const found = retailer
      ? await context.client.searchProducts({ query: words, retailer })
      : await context.client.searchEverywhere({ q: words });
    show(context, found, () => {
      if (found.results.length === 0) return `${plain(found.message ?? 'Nothing was found.')}\n`;
      const rows = found.results.map((hit) => [
        [dollars(hit.price)],
        [hit.retailer],
        [hit.product_id],
        [plain(hit.title).slice(0, 70)],
        [hit.url],
      ]);
      return table(['Price', 'Retailer', 'Product', 'Title', 'Address'], rows);
    });
    return found.status === 'failed' ? exitCodes.refused : exitCodes.fine;
  },
};
