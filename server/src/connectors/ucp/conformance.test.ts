import { connectorConformance } from '../../../test/conformance/index.ts';
import { requestFor } from '../../../test/harness/stores/request.ts';
import { openTestBench } from '../../../test/stand-ins/ucp/bench.ts';

for (const transport of ['rest', 'mcp'] as const) {
  connectorConformance(`UCP over ${transport}`, async () => {
    const { shop, client, connect } = await openTestBench();
    shop.behave({ transport });
    const wanted = [
      { productId: 'linen-shirt', variant: [{ label: 'size', value: 'm' }] },
      { productId: 'enamel-mug', quantity: 2 },
    ];
    const losing = (when: 'before' | 'after') => () => {
      client.loseCallWith(transport === 'rest' ? '/complete' : '"complete_checkout"', when);
      return requestFor(wanted);
    };
    return {
      connector: connect(),
      request: (overrides) => requestFor(wanted, overrides),
      missingProduct: { retailer: 'real', productId: 'no-such-thing' },
      search: { retailer: 'real', query: 'cup', nonsense: 'xqzvwplorf' },
      elapse: async () => {},
      lostAnswers: { afterBuying: losing('after'), beforeBuying: losing('before') },
      loseCall: client.loseCall,
      advance: async (orderId) => shop.advance(orderId),
      refund: async (orderId, cents) =>
        shop.adjust(orderId, 'refund', 1, { totals: [{ type: 'total', amount: -cents }] }),
      countSold: async (reference) => shop.soldUnder(reference),
      close: shop.close,
    };
  });
}
