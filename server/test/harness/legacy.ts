import type { Answer, TestSystem } from './system.ts';

/** HTTP Basic as /v1 clients send it: the token as user name, no password. */
export const basic = (token: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
});

export const legacyAddress = {
  first_name: 'Jane',
  last_name: 'Doe',
  address_line1: '1 Market St',
  zip_code: '94105',
  city: 'San Francisco',
  state: 'CA',
  country: 'US',
  phone_number: '+14155550123',
};

/** A managed order of a test product, whose name selects the scenario. */
export const managed = (more: Record<string, unknown> = {}) => ({
  retailer: '127.0.0.1',
  products: [{ product_id: 'test-success', quantity: 1 }],
  shipping_address: legacyAddress,
  is_gift: false,
  max_price: 5000,
  ...more,
});

export const goodCard = {
  name_on_card: 'Jane Doe',
  number: '4242424242424242',
  security_code: '737',
  expiration_month: 12,
  expiration_year: 2030,
  use_gift: false,
};

export const credentials = { email: 'jane@example.com', password: 'hunter2-hunter2' };

/** An order with the client's own account and card. */
export function selfManaged(more: Record<string, unknown> = {}) {
  const { max_price: _none, ...request } = managed();
  return {
    ...request,
    retailer_credentials: credentials,
    payment_method: goodCard,
    shipping_method: 'cheapest',
    ...more,
  };
}

/** A /v1 client. */
export function legacyClient(system: TestSystem, token: string) {
  const get = (path: string): Promise<Answer> => system.call(path, { headers: basic(token) });
  const post = (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    system.call(path, {
      method: 'POST',
      headers: { ...basic(token), ...headers },
      ...(body === undefined ? {} : { body }),
    });
  return {
    get,
    post,
    /** Orders, runs everything due, and returns the result. */
    async orderAndSettle(body: unknown): Promise<Answer & { requestId: string }> {
      const made = await post('/v1/orders', body);
      if (made.status !== 200) throw new Error(`Refused: ${made.status} ${made.text}`);
      await system.clock.sleep(1000 * system.config.sandboxTimeScale);
      await system.queue.drain();
      const answer = await get(`/v1/orders/${made.body.request_id}`);
      return { ...answer, requestId: made.body.request_id };
    },
  };
}

export type LegacyClient = ReturnType<typeof legacyClient>;

export const dashed = (requestId: string): string =>
  requestId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
