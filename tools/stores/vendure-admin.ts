/** The shop's own records and controls, as its owner has them. Tests read these, never our own code. */
export interface VendureAdmin {
  /** Orders that were placed, oldest first. */
  placedOrders(): Promise<PlacedOrder[]>;
  order(code: string): Promise<PlacedOrder | undefined>;
  /** Ships pieces of an order. */
  ship(code: string, parcel?: { trackingCode?: string; method?: string; onlyLine?: number }): Promise<void>;
  deliver(code: string): Promise<void>;
  cancel(code: string, lines?: { index: number; quantity: number }[]): Promise<void>;
  /** Refunds this many cents for one piece of the first line. */
  refund(code: string, cents: number): Promise<void>;
  setStock(sku: string, stockOnHand: number): Promise<void>;
  setPrice(sku: string, price: number): Promise<void>;
  /** Sells in this currency. Prices keep their numbers. */
  sellIn(currency: string): Promise<void>;
  /** What the shop kept of all orders that it didn't cancel, in minor units. */
  revenue(): Promise<number>;
  /** Stops selling to a country. */
  leaveCountry(code: string): Promise<void>;
}

export interface PlacedOrder {
  id: string;
  code: string;
  state: string;
  totalWithTax: number;
  customer: { emailAddress: string } | null;
  shippingAddress: { fullName: string; streetLine1: string; countryCode: string };
  lines: { id: string; quantity: number; productVariant: { sku: string } }[];
  fulfillments: { id: string; state: string }[];
}

interface BookedOrder {
  orderPlacedAt: string | null;
  state: string;
  totalWithTax: number;
  payments: { refunds: { total: number }[] }[];
}

const orderFields = `id code state totalWithTax customer { emailAddress } shippingAddress { fullName streetLine1 countryCode }
  lines { id quantity productVariant { sku } } fulfillments { id state }`;

/** Calls the admin API as the owner. */
async function logInAsOwner(url: string) {
  let token = '';
  // biome-ignore lint/suspicious/noExplicitAny: the books of a store that is not ours.
  async function ask(query: string, variables: Record<string, unknown> = {}): Promise<any> {
    const response = await fetch(`${url}/admin-api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as {
      data: Record<string, unknown>;
      errors?: { message: string }[];
    };
    if (errors) throw new Error(`The shop's owner was refused: ${errors.map(({ message }) => message).join(' ')}`);
    token = response.headers.get('vendure-auth-token') ?? token;
    const failed = Object.values(data).find((value) => value && typeof value === 'object' && 'errorCode' in value);
    if (failed) throw new Error(`The shop's owner was refused: ${JSON.stringify(failed)}`);
    return data;
  }
  await ask('mutation { login(username: "superadmin", password: "superadmin") { __typename } }');
  return ask;
}

export async function openVendureAdmin(url: string): Promise<VendureAdmin> {
  const ask = await logInAsOwner(url);

  async function placedOrders(): Promise<PlacedOrder[]> {
    const options = 'options: { filter: { active: { eq: false } }, sort: { id: ASC }, take: 1000 }';
    const { orders } = await ask(`query { orders(${options}) { items { orderPlacedAt ${orderFields} } } }`);
    return orders.items.filter((order: { orderPlacedAt: string | null }) => order.orderPlacedAt !== null);
  }
  const byCode = async (code: string): Promise<PlacedOrder | undefined> => {
    const { orders } = await ask(
      `query($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items { ${orderFields} } } }`,
      { code },
    );
    return orders.items[0];
  };
  const known = async (code: string): Promise<PlacedOrder> => {
    const order = await byCode(code);
    if (!order) throw new Error(`The shop has no order ${code}.`);
    return order;
  };
  const variantId = async (sku: string): Promise<string> => {
    const { productVariants } = await ask(
      'query($sku: String!) { productVariants(options: { filter: { sku: { eq: $sku } } }) { items { id } } }',
      { sku },
    );
    return productVariants.items[0].id;
  };
  const updateVariant = async (input: Record<string, unknown>) =>
    ask('mutation($input: [UpdateProductVariantInput!]!) { updateProductVariants(input: $input) { id } }', {
      input: [input],
    });

  return {
    placedOrders,
    order: byCode,
    async ship(code, { trackingCode = '', method = 'DHL', onlyLine } = {}) {
      const order = await known(code);
      if (order.state === 'PaymentAuthorized') await settle(ask, order.id);
      const lines = order.lines
        .filter((_line, index) => onlyLine === undefined || index === onlyLine)
        .map(({ id, quantity }) => ({ orderLineId: id, quantity }));
      const handler = {
        code: 'manual-fulfillment',
        arguments: [
          { name: 'method', value: method },
          { name: 'trackingCode', value: trackingCode },
        ],
      };
      const { addFulfillmentToOrder: parcel } = await ask(
        `mutation($input: FulfillOrderInput!) { addFulfillmentToOrder(input: $input) {
          __typename ... on Fulfillment { id } ... on ErrorResult { errorCode message } } }`,
        { input: { lines, handler } },
      );
      await move(ask, parcel.id, 'Shipped');
    },
    async deliver(code) {
      const { fulfillments } = await known(code);
      for (const { id, state } of fulfillments) if (state === 'Shipped') await move(ask, id, 'Delivered');
    },
    async cancel(code, only) {
      const { id, lines } = await known(code);
      const input = only?.map(({ index, quantity }) => ({ orderLineId: lines[index]?.id, quantity }));
      await ask(
        `mutation($input: CancelOrderInput!) { cancelOrder(input: $input) {
          __typename ... on ErrorResult { errorCode message } } }`,
        { input: { orderId: id, ...(input ? { lines: input } : {}), reason: 'test' } },
      );
    },
    refund: async (code, cents) => refund(ask, await known(code), cents),
    setStock: async (sku, stockOnHand) =>
      updateVariant({ id: await variantId(sku), stockOnHand, trackInventory: 'TRUE' }),
    setPrice: async (sku, price) => updateVariant({ id: await variantId(sku), price }),
    async sellIn(currency) {
      const { activeChannel } = await ask('query { activeChannel { id } }');
      await sellIn(ask, activeChannel.id, currency);
    },
    revenue: async () => revenueOf((await ask(bookedQuery)).orders.items),
    async leaveCountry(code) {
      const { countries } = await ask(
        'query($code: String!) { countries(options: { filter: { code: { eq: $code } } }) { items { id } } }',
        { code },
      );
      await ask('mutation($id: ID!) { deleteCountry(id: $id) { result message } }', { id: countries.items[0].id });
    },
  };
}

type Ask = Awaited<ReturnType<typeof logInAsOwner>>;

const sellIn = (ask: Ask, channelId: string, currency: string): Promise<unknown> =>
  ask(
    `mutation($input: UpdateChannelInput!) { updateChannel(input: $input) {
      __typename ... on ErrorResult { errorCode message } } }`,
    { input: { id: channelId, defaultCurrencyCode: currency, availableCurrencyCodes: [currency] } },
  );

const bookedQuery = `query { orders(options: { filter: { active: { eq: false } }, take: 1000 }) {
  items { orderPlacedAt state totalWithTax payments { refunds { total } } } } }`;

const revenueOf = (orders: BookedOrder[]): number =>
  orders
    .filter(({ orderPlacedAt, state }) => orderPlacedAt !== null && state !== 'Cancelled')
    .reduce((sum, { totalWithTax, payments }) => {
      const refunds = payments.flatMap((payment) => payment.refunds);
      return sum + totalWithTax - refunds.reduce((all, { total }) => all + total, 0);
    }, 0);

async function settle(ask: Ask, orderId: string): Promise<void> {
  const { order } = await ask('query($id: ID!) { order(id: $id) { payments { id state } } }', { id: orderId });
  for (const { id, state } of order.payments) {
    if (state !== 'Authorized') continue;
    await ask('mutation($id: ID!) { settlePayment(id: $id) { __typename ... on ErrorResult { errorCode message } } }', {
      id,
    });
  }
}

async function refund(ask: Ask, { id, state, lines }: PlacedOrder, cents: number): Promise<void> {
  if (state === 'PaymentAuthorized') await settle(ask, id);
  const { order } = await ask('query($id: ID!) { order(id: $id) { payments { id } } }', { id });
  const input = { lines: [{ orderLineId: lines[0]?.id, quantity: 1 }], shipping: 0, adjustment: 0, amount: cents };
  const { refundOrder: made } = await ask(
    `mutation($input: RefundOrderInput!) { refundOrder(input: $input) {
      __typename ... on Refund { id state } ... on ErrorResult { errorCode message } } }`,
    { input: { ...input, paymentId: order.payments[0]?.id, reason: 'Came back' } },
  );
  if (made.state === 'Settled') return;
  await ask(
    `mutation($input: SettleRefundInput!) { settleRefund(input: $input) {
      __typename ... on ErrorResult { errorCode message } } }`,
    { input: { id: made.id, transactionId: 'by-hand' } },
  );
}

const move = (ask: Ask, id: string, state: string): Promise<unknown> =>
  ask(
    `mutation($id: ID!, $state: String!) { transitionFulfillmentToState(id: $id, state: $state) {
      __typename ... on ErrorResult { errorCode message } } }`,
    { id, state },
  );

/** Creates a customer account. No confirmation is needed. */
export async function registerCustomer(url: string, email: string, password: string): Promise<void> {
  const query = `mutation($input: RegisterCustomerInput!) { registerCustomerAccount(input: $input) {
    __typename ... on ErrorResult { errorCode message } } }`;
  const input = { emailAddress: email, password, firstName: 'Ernie', lastName: 'Errand' };
  const response = await fetch(`${url}/shop-api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input } }),
  });
  const { data } = (await response.json()) as { data?: { registerCustomerAccount?: { __typename: string } } };
  if (data?.registerCustomerAccount?.__typename !== 'Success') throw new Error(`${email} could not be registered.`);
}
