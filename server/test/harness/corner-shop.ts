import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Product {
  title: string;
  cents: number;
  /** Lists whose first option is selected from the start, with what each option adds to the price. */
  options?: Record<string, Record<string, number>>;
  /** The quantity is a list, too. */
  hasQuantityList?: boolean;
  /** Shows the label of its list late, and loads once more meanwhile. */
  isSlow?: boolean;
}

const goods: Record<string, Product> = {
  kettle: { title: 'Copper Kettle', cents: 4_950 },
  spoon: { title: 'Wooden Spoon', cents: 1_205 },
  mug: { title: 'Harbor Mug', cents: 1_450, options: { Size: { Small: 0, Large: 300 } } },
  vase: { title: 'Tall Vase', cents: 2_000, options: { Size: { Small: 0, Large: 300 } }, isSlow: true },
  jeans: { title: 'Jeans', cents: 6_000, options: { Waist: { 32: 0, 34: 0 }, Length: { 32: 0, 34: 100 } } },
  tote: { title: 'Tote', cents: 3_000, options: { Color: { Black: 0, Red: 50 }, Strap: { Black: 0, Brown: 0 } } },
  tea: { title: 'Green Tea', cents: 800, options: { Box: { Tin: 0, Bag: 0 } }, hasQuantityList: true },
};
const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
const layout = (body: string): string => `<!doctype html><meta charset="utf-8"><title>Corner shop</title><body>${body}`;

interface BasketRow {
  slug: string;
  quantity: number;
  chosen: Record<string, string>;
}
const priceOf = ({ slug, chosen }: BasketRow): number => {
  const { cents = 0, options = {} } = goods[slug] ?? {};
  return Object.entries(chosen).reduce((sum, [label, value]) => sum + (options[label]?.[value] ?? 0), cents);
};
/** Covers the page until it is closed. */
const banner = `<div style="position:fixed;inset:0;background:#000a"><button type="button" onclick="document.cookie='ok=1;path=/';this.parentNode.remove()">Got it</button></div>`;
const listOf = (label: string, values: string[]): string =>
  `<label>${label} <select name="${label.toLowerCase()}">${values.map((value) => `<option>${value}</option>`).join('')}</select></label>`;
const slowScript = `<script>
let turn = 0;
const words = document.querySelector('label').firstChild;
const isAgain = sessionStorage.again;
const timer = setInterval(() => {
  turn += 1;
  words.data = turn < 10 ? '' : 'Size ';
  if (turn === 10) clearInterval(timer);
  if (turn === 5 && !isAgain) location.reload(sessionStorage.again = 1);
}, 40);
words.data = '';
</script>`;

const item = (slug: string): string => {
  const { title = '', cents = 0, options = {}, hasQuantityList = false, isSlow = false } = goods[slug] ?? {};
  const lists = Object.entries(options).map(([label, values]) => listOf(label, Object.keys(values)));
  const quantity = hasQuantityList
    ? listOf('Quantity', ['1', '2', '3'])
    : '<label>Quantity <input name="quantity" type="number" value="1"></label>';
  return `<h1>${title}</h1><p class="price">${money(cents)}</p><form method="post" action="/basket">
<input type="hidden" name="slug" value="${slug}">${lists.join('')}${quantity}<button><span>Add to basket</span></button></form>${isSlow ? slowScript : ''}`;
};

export type CornerShop = Awaited<ReturnType<typeof startCornerShop>>;

/** A plain server-rendered shop for guests, unlike the shops of the other tests. */
export async function startCornerShop({ hasBanner = false } = {}) {
  const baskets = new Map<string, BasketRow[]>();
  const addresses = new Map<string, URLSearchParams>();
  const orders: {
    number: string;
    name: string;
    /** As its pages show it. */
    shipTo: string;
    way: string;
    rows: BasketRow[];
    total: number;
  }[] = [];
  const itemsOf = (rows: BasketRow[]): number => rows.reduce((sum, row) => sum + priceOf(row) * row.quantity, 0);

  const basket = (rows: BasketRow[], isAdded: boolean): string =>
    `${isAdded ? '<p>Added to your basket.</p>' : ''}<h1>Basket</h1><table>${rows
      .map(
        (row, index) =>
          `<tr class="line"><td><a href="/goods/${row.slug}">${goods[row.slug]?.title}</a> <em>${Object.values(row.chosen).join(', ')}</em></td><td class="count">${row.quantity}</td>
<td class="each">${money(priceOf(row))}</td><td><form method="post" action="/basket/remove"><input type="hidden" name="index" value="${index}"><button>Remove</button></form></td></tr>`,
      )
      .join('')}</table>${rows.length === 0 ? '<p>Your basket is empty.</p>' : '<a href="/checkout">Check out</a>'}`;

  const addressPage = `<form method="post" action="/checkout"><label>E-mail <input name="email"></label><label>Full name <input name="name" required></label>
<label>Street address <input name="street"></label><label>Apartment <input name="apartment"></label><label>City <input name="city"></label><label>Zip code <input name="zip"></label>
<label>State <select name="state" required><option value="">Choose</option><option>California</option><option>Texas</option></select></label>
<label>Phone <input name="phone"></label><button>Continue to delivery</button></form>`;

  const shown = (form: URLSearchParams | undefined): string =>
    ['name', 'street', 'apartment', 'city', 'state', 'zip'].flatMap((name) => form?.get(name) || []).join(', ');

  const payPage = (rows: BasketRow[], shipTo: string): string => {
    const items = itemsOf(rows);
    const tax = Math.round(items * 0.08);
    const lines = rows.map(
      ({ slug, quantity }) => `<li>${quantity} × <a href="/goods/${slug}">${goods[slug]?.title}</a></li>`,
    );
    return `<h2>Ship to</h2><address>${shipTo}</address><ul>${lines.join('')}</ul><form method="post" action="/buy"><label><input type="radio" name="way" value="post" required> By post</label>
<label><input type="radio" name="way" value="bike"> By bike</label><table><tr><th>Subtotal</th><td>${money(items)}</td></tr><tr><th>Shipping</th><td>$7.50</td></tr>
<tr><th>Sales tax</th><td>${money(tax)}</td></tr><tr><th>Total</th><td>${money(items + 750 + tax)}</td></tr></table><button>Place order</button></form>`;
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://shop');
    const [, id = String(baskets.size + 1)] = /basket=(\d+)/.exec(request.headers.cookie ?? '') ?? [];
    const rows = baskets.get(id) ?? [];
    baskets.set(id, rows);
    const headers = { 'set-cookie': `basket=${id}; Path=/` };
    const isCovered = hasBanner && !request.headers.cookie?.includes('ok=1');
    const sendPage = (body: string): void =>
      void response
        .writeHead(200, { ...headers, 'content-type': 'text/html' })
        .end(layout(isCovered ? `${body}${banner}` : body));
    const go = (location: string): void => void response.writeHead(303, { ...headers, location }).end();
    const { pathname: path } = url;
    if (request.method === 'GET') {
      if (path.startsWith('/goods/')) return sendPage(item(path.slice(7)));
      if (path === '/basket') return sendPage(basket(rows, url.searchParams.has('added')));
      if (path === '/checkout') return sendPage(addressPage);
      if (path === '/checkout/pay') return sendPage(payPage(rows, shown(addresses.get(id))));
      if (path === '/thank-you') return sendPage(`<h1>Thank you! Order ${url.searchParams.get('order')}</h1>`);
      return sendPage('<h1>Corner shop</h1>');
    }
    void request.toArray().then((chunks) => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      if (path === '/basket') {
        const slug = form.get('slug') ?? '';
        const labels = Object.keys(goods[slug]?.options ?? {});
        const chosen = Object.fromEntries(labels.map((label) => [label, form.get(label.toLowerCase()) ?? '']));
        rows.push({ slug, quantity: Number(form.get('quantity')), chosen });
        return go('/basket?added=1');
      }
      if (path === '/basket/remove') {
        rows.splice(Number(form.get('index')), 1);
        return go('/basket');
      }
      if (path === '/checkout') {
        addresses.set(id, form);
        return go('/checkout/pay');
      }
      const items = itemsOf(rows);
      const number = `C-${100 + orders.length}`;
      const total = items + 750 + Math.round(items * 0.08);
      const address = addresses.get(id);
      const name = `${address?.get('name')}, ${address?.get('state')}`;
      orders.push({
        number,
        name,
        shipTo: shown(address),
        way: form.get('way') ?? '',
        rows: rows.splice(0),
        total,
      });
      return go(`/thank-you?order=${number}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    orders,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
