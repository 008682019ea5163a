import { type Command, exitCodes, show } from '../command.ts';
import { dollars, plain } from '../format.ts';
import { orderBody, orderOptions } from '../order-body.ts';

export const quote: Command = {
  name: 'quote',
  usage: '[product url …]',
  summary: 'Get the total price of an order without buying',
  argumentsMax: 50,
  options: orderOptions,
  async run(context) {
    const { max_price, ...body } = await orderBody(context, false);
    const hasLimit = context.options['max-price'] !== undefined || context.options.file !== undefined;
    const given = await context.client.quoteOrder({ body: hasLimit ? { ...body, max_price } : body });
    const price = given.price_components;
    show(context, given, () =>
      [
        `${dollars(price.total)} at ${plain(given.retailer)}: goods ${dollars(price.subtotal)}, shipping ${dollars(price.shipping)}, ${price.tax_included ? 'included tax' : 'tax'} ${dollars(price.tax)}.`,
        `Expected ${given.estimated_delivery ?? 'date not known yet'}. Policy decision: ${given.policy.decision}.`,
        ...given.warnings.map(plain),
        `Expires ${given.expires_at}; quote_id ${given.quote_id}`,
        '',
      ].join('\n'),
    );
    return exitCodes.fine;
  },
};
