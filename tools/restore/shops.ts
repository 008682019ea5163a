import { writeFile } from 'node:fs/promises';
import { startStandIn } from '../../server/src/connectors/ucp/stand-in-store.ts';
import { fieldsOf, listOf } from '../../server/src/kit/fields.ts';
import { wooOwnerKey } from '../../server/test/harness/stores/woo-rest.ts';
import { startWooStandIn } from '../../server/test/harness/stores/woo-stand-in.ts';
import { startStripe } from '../../server/test/harness/stripe-stand-in.ts';

export const webhookSecret = 'whsec_drill';
const consent = { by: 'The drill', on: '2026-01-01' };

/** The world outside, which does not go back in time: stores with books of their own, and Stripe. */
export async function openShops() {
  const [ucp, woo, closedWoo, stripe] = [
    await startStandIn(),
    await startWooStandIn(),
    await startWooStandIn(),
    await startStripe(),
  ];
  const shared = { consent, contact: 'buyer@example.com', accounts: 'guest', track_every: '24h' };
  const stores = [
    {
      name: 'mugs',
      kind: 'ucp',
      url: ucp.origin,
      payment: { handler: 'com.example.pay', type: 'card' },
      credentials: { payment_token: 'tok_1' },
      ...shared,
    },
    // One whose owner gave us a key to look with, and one that cannot be asked.
    { name: 'hats', kind: 'woocommerce', url: woo.url, payment: 'cod', credentials: wooOwnerKey, ...shared },
    { name: 'caps', kind: 'woocommerce', url: closedWoo.url, payment: 'cod', ...shared },
  ];
  return {
    stripe,
    /** What each kind sells. */
    products: {
      ucp: `${ucp.origin}/products/enamel-mug`,
      woocommerce: `${woo.url}/product/beanie`,
      unasked: `${closedWoo.url}/product/beanie`,
      // People buy there: the order waits for them.
      desk: 'https://www.target.com/p/A-12345678',
    },
    writeStoresFile: (path: string): Promise<void> => writeFile(path, JSON.stringify({ stores })),
    /** The UCP store knows our keys from our profile. */
    async introduce(serviceUrl: string): Promise<void> {
      const answer = await fetch(`${serviceUrl}/ucp/profiles/2026-08-25`);
      ucp.state.clientKeys = listOf(fieldsOf(await answer.json()).keys).map(fieldsOf);
    },
    /** The last name of the recipient of every order that a live store has sold. */
    sold(): string[] {
      const mugs = ucp
        .sold()
        .map(({ delivery: [method] }) => String(fieldsOf(listOf(method?.destinations)[0]).last_name));
      const hats = [...woo.sold(), ...closedWoo.sold()].map(({ shipping }) => String(shipping.last_name));
      return [...mugs, ...hats];
    },
    close: async () => {
      await Promise.all([ucp.close(), woo.stop(), closedWoo.stop(), stripe.stop()]);
    },
  };
}

export type Shops = Awaited<ReturnType<typeof openShops>>;
