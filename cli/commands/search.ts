import { type Command, exitCodes, show, text, UsageError, wholeNumber } from '../command.ts';
import { dollars, plain, table } from '../format.ts';

export const search: Command = {
  name: 'search',
  usage: '<words …>',
  summary: 'Search products at all stores or at one',
  argumentsMax: 20,
  options: {
    retailer: { type: 'string', help: 'Search only this store' },
    limit: { type: 'string', help: 'How many (default: all that were found)' },
  },
  async run(context) {
    const words = context.arguments.join(' ');
    if (words === '') throw new UsageError('Search terms are required: errand search paper towels');
    const retailer = text(context, 'retailer');
    const found = retailer
      ? await context.client.searchProducts({ query: words, retailer })
      : await context.client.searchEverywhere({ q: words });
    if (context.options.limit !== undefined) found.results.splice(wholeNumber(context, 'limit', 1));
    show(context, found, () => {
      if (found.results.length === 0) return `${plain(found.message ?? 'No results.')}\n`;
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
