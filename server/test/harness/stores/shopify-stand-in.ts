import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Variant {
  id: number;
  options: string[];
  price: number;
  stock: number;
}

const products: { handle: string; title: string; options: string[]; variants: Variant[] }[] = [
  {
    handle: 'mug',
    title: 'Mug',
    options: ['Title'],
    variants: [{ id: 501, options: ['Default Title'], price: 1250, stock: 100 }],
  },
  {
    handle: 'shirt',
    title: 'Shirt',
    options: ['Size', 'Color'],
    variants: [
      { id: 601, options: ['S', 'Blue'], price: 2000, stock: 5 },
      { id: 602, options: ['L', 'Blue'], price: 2200, stock: 5 },
    ],
  },
  {
    handle: 'gone-mug',
    title: 'Gone mug',
    options: ['Title'],
    variants: [{ id: 701, options: ['Default Title'], price: 900, stock: 0 }],
  },
];

interface Reply {
  status: number;
  body: unknown;
  cookie?: string;
}

const variantOf = (id: number): Variant | undefined =>
  products.flatMap(({ variants }) => variants).find((variant) => variant.id === id);

const decimal = (cents: number): string => (cents / 100).toFixed(2);
const page: Reply = { status: 404, body: '<!doctype html><title>404 Not Found</title>' };

function productReply(handle: string): Reply {
  const product = products.find((candidate) => candidate.handle === handle);
  if (!product) return page;
  const { title, options, variants } = product;
  const body = {
    id: 1,
    handle,
    title,
    description: `<p>${title}</p>`,
    vendor: 'Kiln',
    type: 'Things',
    images: [`//cdn.invalid/${handle}.jpg`],
    options: options.map((name, place) => ({
      name,
      position: place + 1,
      values: variants.map((v) => v.options[place]),
    })),
    variants: variants.map(({ stock, ...variant }) => ({
      ...variant,
      sku: `sku-${variant.id}`,
      available: stock > 0,
      barcode: variant.id === 501 ? '4006381333931' : null,
    })),
  };
  return { status: 200, body };
}

function suggestReply(words: string): Reply {
  const found = products.filter(({ title }) => title.toLowerCase().includes(words.toLowerCase()));
  const hits = found.map(({ handle, title, variants }) => ({
    id: 1,
    handle,
    title,
    vendor: 'Kiln',
    available: variants.some(({ stock }) => stock > 0),
    price: decimal(Math.min(...variants.map(({ price }) => price))),
    image: `//cdn.invalid/${handle}.jpg`,
    url: `/products/${handle}?_pos=1`,
  }));
  return { status: 200, body: { resources: { results: { products: hits } } } };
}

/** A storefront on loopback that responds like Shopify without a key. It cannot complete a purchase. */
export async function startShopifyStandIn(
  options: { currency?: string; suggests?: boolean; standardRate?: string } = {},
) {
  const { currency = 'USD', suggests = true, standardRate = '4.90' } = options;
  const carts = new Map<string, Map<number, number>>();
  const requests: { method: string; url: string; headers: IncomingMessage['headers'] }[] = [];

  function cartView(token: string) {
    const items = [...(carts.get(token) ?? [])].map(([id, quantity]) => {
      const price = variantOf(id)?.price ?? 0;
      return { id, variant_id: id, quantity, price, final_price: price };
    });
    const total_price = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
    return { token, currency, total_price, items, item_count: items.length };
  }

  function add(token: string, body: { items?: { id: number; quantity: number }[] }): Reply {
    for (const { id, quantity } of body.items ?? []) {
      const stock = variantOf(id)?.stock ?? 0;
      if (stock === 0) return { status: 422, body: { status: 422, message: 'Cart Error', description: 'Sold out.' } };
      const cart = carts.get(token) ?? new Map<number, number>();
      // If the quantity exceeds the stock, it takes what there is and returns 200.
      carts.set(token, cart.set(id, Math.min(stock, (cart.get(id) ?? 0) + quantity)));
    }
    return { status: 200, body: { items: cartView(token).items } };
  }

  function cartReply(url: URL, cookie: string, body: object): Reply {
    const known = /(?:^|;\s*)cart=([^;]+)/.exec(cookie)?.[1];
    const token = known ?? encodeURIComponent(`${randomUUID()}?key=1`);
    const answer = { cookie: `cart=${token}; path=/; SameSite=Lax` };
    switch (url.pathname) {
      case '/cart/add.js':
        return { ...add(token, body), ...answer };
      case '/cart/clear.js':
        carts.delete(token);
        return { status: 200, body: cartView(token), ...answer };
      case '/cart/shipping_rates.json': {
        if (url.searchParams.get('shipping_address[country]') !== 'United States') {
          return { status: 422, body: { country: ['is not supported'] } };
        }
        const rates = [
          { name: 'Express', price: '15.00' },
          { name: 'Standard', price: standardRate },
        ];
        return { status: 200, body: { shipping_rates: rates } };
      }
      default:
        return { status: 200, body: cartView(token), ...answer };
    }
  }

  function answer(url: URL, cookie: string, body: object): Reply {
    const handle = /^\/products\/([^/]+)\.js$/.exec(url.pathname)?.[1];
    if (handle !== undefined) return productReply(decodeURIComponent(handle));
    if (url.pathname.startsWith('/cart')) return cartReply(url, cookie, body);
    if (url.pathname === '/search/suggest.json' && suggests) return suggestReply(url.searchParams.get('q') ?? '');
    if (url.pathname === '/products.json') {
      const listed = products.map(({ handle: slug, title, variants }) => ({
        handle: slug,
        title,
        vendor: 'Kiln',
        variants: variants.map(({ price, stock }) => ({ price: decimal(price), available: stock > 0 })),
      }));
      return { status: 200, body: { products: listed } };
    }
    if (url.pathname === '/meta.json') {
      return { status: 200, body: { name: 'Kiln & Co.', currency, ships_to_countries: ['US', 'CA'] } };
    }
    return page;
  }

  let profile: unknown = null;
  const server = createServer((incoming, outgoing) => {
    void incoming.toArray().then((chunks: Buffer[]) => {
      const text = Buffer.concat(chunks).toString();
      const { method = 'GET', url = '/', headers } = incoming;
      requests.push({ method, url, headers });
      const body = (text === '' ? {} : JSON.parse(text)) as object;
      const isProfile = url === '/.well-known/ucp' && profile !== null;
      const reply: Reply = isProfile
        ? { status: 200, body: profile }
        : answer(new URL(url, 'http://shop.invalid'), headers.cookie ?? '', body);
      const cookies = reply.cookie ? { 'set-cookie': ['localization=US; path=/', reply.cookie] } : {};
      outgoing.writeHead(reply.status, { 'content-type': 'application/json', ...cookies });
      outgoing.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** From now on it supports UCP with this profile. */
    speakUcp(as: unknown) {
      profile = as;
    },
    filledCarts: () => [...carts.values()].filter(({ size }) => size > 0).length,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
