import { argument, type Command, exitCodes, show, text, UsageError, wholeNumber } from '../command.ts';
import { money, plain, table } from '../format.ts';
import { orderBody, orderOptions } from '../order-body.ts';

export const productCommands: Command[] = [
  {
    name: 'search',
    usage: '<words …>',
    summary: 'Search for products in all stores or in one store',
    options: {
      retailer: { type: 'string', help: 'Only from this store' },
      limit: { type: 'string', help: 'How many (default: all results)' },
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
          [money(hit.price, hit.currency)],
          [hit.retailer],
          [hit.product_id],
          [plain(hit.title).slice(0, 70)],
          [hit.url],
        ]);
        return table(['Price', 'Retailer', 'Product', 'Title', 'Address'], rows);
      });
      return found.status === 'failed' ? exitCodes.refused : exitCodes.fine;
    },
  },
  {
    name: 'product',
    usage: '<product id> --retailer <…>',
    summary: 'Show a product as JSON',
    options: {
      retailer: { type: 'string', help: 'The store that sells the product' },
      offers: { type: 'boolean', help: 'Show offers instead' },
    },
    async run(context) {
      const retailer = text(context, 'retailer');
      if (retailer === undefined) throw new UsageError('--retailer is required.');
      const input = { product_id: argument(context, 0, 'product ID'), retailer };
      const found = context.options.offers
        ? await context.client.getProductOffers(input)
        : await context.client.getProduct(input);
      context.out(`${JSON.stringify(found, null, 2)}\n`);
      return found.status === 'failed' ? exitCodes.refused : exitCodes.fine;
    },
  },
  {
    name: 'quote',
    usage: '[product url …]',
    summary: 'Get the total price of an order without placing it',
    options: orderOptions,
    async run(context) {
      const { max_price, ...body } = await orderBody(context, false);
      const hasLimit = context.options['max-price'] !== undefined || context.options.file !== undefined;
      const given = await context.client.quoteOrder({ body: hasLimit ? { ...body, max_price } : body });
      const price = given.price_components;
      const shown = (amount: number) => money(amount, given.currency);
      show(context, given, () =>
        [
          `${shown(price.total)} at ${plain(given.retailer)}: goods ${shown(price.subtotal)}, shipping ${shown(price.shipping)}, ${price.tax_included ? 'included tax' : 'tax'} ${shown(price.tax)}.`,
          `Expected ${given.estimated_delivery ?? 'date unknown'}. Policy decision: ${given.policy.decision}.`,
          ...given.warnings.map(plain),
          `Expires ${given.expires_at}; quote_id ${given.quote_id}`,
          '',
        ].join('\n'),
      );
      return exitCodes.fine;
    },
  },
];
