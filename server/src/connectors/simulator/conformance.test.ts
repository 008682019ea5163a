import { connectorConformance } from '../../../test/conformance/index.ts';
import { createTestDatabase } from '../../../test/harness/postgres.ts';
import { createTestSimulator, requestFor, scenarioProduct } from '../../../test/stand-ins/simulator/bench.ts';

for (const timeScale of [1, 0]) {
  connectorConformance(`the simulator at time scale ${timeScale}`, async () => {
    const { database, drop } = await createTestDatabase();
    const { simulator, clock } = createTestSimulator(database, { timeScale });
    const query = { query: 'wireless', page: 1, freeShipping: false };
    const found = await simulator.search!('walmart', query, { signal: new AbortController().signal });
    const product = found.results.find((hit) => hit.available)!;
    const capped = requestFor(scenarioProduct('quantity_capped'));
    return {
      connector: simulator,
      request: (overrides) => requestFor(product, overrides),
      missingProduct: { retailer: 'walmart', productId: '1' },
      search: { retailer: 'walmart', query: 'coffee maker', nonsense: 'xqzvw plorf' },
      scarce: { request: { ...capped, lines: capped.lines.map((line) => ({ ...line, quantity: 5 })) }, limit: 2 },
      elapse: async (ms) => clock.pass(ms),
      lostAnswers: {
        afterBuying: () => requestFor(scenarioProduct('timeout_after_placing')),
        beforeBuying: () => requestFor(scenarioProduct('timeout_before_placing')),
      },
      countSold: async (reference) => (await simulator.purchases(reference)).length,
      close: drop,
    };
  });
}
