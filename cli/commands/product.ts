import { argument, type Command, exitCodes, text, UsageError } from '../command.ts';

export const product: Command = {
  name: 'product',
  usage: '<product id> --retailer <…>',
  summary: 'One product as its retailer describes it, as JSON',
  argumentsMax: 1,
  options: {
    retailer: { type: 'string', help: 'Whose product it is' },
    offers: { type: 'boolean', help: 'Who sells it for how much, instead' },
  },
  async run(context) {
    const retailer = text(context, 'retailer');
    if (retailer === undefined) throw new UsageError('Say with --retailer whose product it is.');
    const input = { product_id: argument(context, 0, 'product'), retailer };
    const found = context.options.offers
      ? await context.client.getProductOffers(input)
      : await context.client.getProduct(input);
    context.out(`${JSON.stringify(found, null, 2)}\n`);
    return found.status === 'failed' ? exitCodes.refused : exitCodes.fine;
  },
};
