import { argument, type Command, exitCodes, text, UsageError } from '../command.ts';

export const product: Command = {
  name: 'product',
  usage: '<product id> --retailer <…>',
  summary: 'Show a product as JSON',
  argumentsMax: 1,
  options: {
    retailer: { type: 'string', help: 'The store of the product' },
    offers: { type: 'boolean', help: 'Show offers instead' },
  },
  async run(context) {
    const retailer = text(context, 'retailer');
    if (retailer === undefined) throw new UsageError('--retailer is required.');
    const input = { product_id: argument(context, 0, 'product'), retailer };
    const found = context.options.offers
      ? await context.client.getProductOffers(input)
      : await context.client.getProduct(input);
    context.out(`${JSON.stringify(found, null, 2)}\n`);
    return found.status === 'failed' ? exitCodes.refused : exitCodes.fine;
  },
};
