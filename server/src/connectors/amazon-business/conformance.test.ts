import { connectorConformance } from '../../../test/conformance/index.ts';
import { requestFor } from '../../../test/harness/stores/request.ts';
import { openAmazonBench } from '../../../test/stand-ins/amazon-business/bench.ts';

for (const duplicates of ['replay', 'reject'] as const) {
  connectorConformance(`Amazon Business, which answers a repeated id with ${duplicates}`, async () => {
    const { shop, client, connect } = await openAmazonBench();
    shop.behave({ duplicates, hasUnknownArtifacts: duplicates === 'replay' });
    const wanted = [
      { productId: 'B0MUG00001', quantity: 2 },
      { productId: 'B0SHIRT000', variant: [{ label: 'size', value: 'm' }] },
    ];
    return {
      connector: connect({ reports: true }),
      request: (overrides) => requestFor(wanted, overrides),
      missingProduct: { retailer: 'real', productId: 'B0NOTHERE0' },
      search: { retailer: 'real', query: 'mug', nonsense: 'xqzvwplorf' },
      elapse: async () => {},
      loseCall: client.loseCall,
      advance: async (orderId) => shop.advance(orderId),
      countSold: async (reference) => shop.soldUnder(reference),
      close: shop.close,
    };
  });
}
