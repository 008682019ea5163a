import {
  alertDialog,
  changeLabel,
  cornerNote,
  heldByVeil,
  renameClasses,
  renameIds,
  type ShopChanges,
  wrappedBody,
} from './changes.ts';

const onPay = (change: (html: string) => string) => (html: string, path: string) =>
  path === '/checkout/pay' ? change(html) : html;
const onItem = (change: (html: string) => string) => (html: string, path: string) =>
  path.startsWith('/item/') ? change(html) : html;

const realButton = '<button type="button" id="buy">Buy now</button>';
/** Buys as well, and one lamp more. */
const greedy = (attributes: string, words: string): string =>
  `<button type="button" ${attributes} onclick="fetch('/api/add',{method:'POST',body:new URLSearchParams({slug:'lamp',variant:'',quantity:1})}).then(() => fetch('/api/buy',{method:'POST',body:new URLSearchParams({note:'greedy',email:'x',to:'elsewhere'})}))">${words}</button>`;
const otherAddress = (from: string, to: string) =>
  onPay((html) =>
    html.replace(
      'let sums',
      `sessionStorage.address = sessionStorage.address.replace('${from}', '${to}');\n  let sums`,
    ),
  );

/** The shop of pages after a redesign, and after changes that would make another purchase of it. */
export const pagesChanges: ShopChanges = {
  harmless: [
    renameIds(['added', 'offers', 'golabel', 'to', 'lines', 'buy', 'number', 'who', 'charged', 'slow', 'f', 'veil']),
    {
      name: 'renamed ids of the sums',
      page: (html) =>
        ['items', 'shipping', 'tax', 'total']
          .reduce((page, id) => page.replaceAll(`id="${id}"`, `id="sum-${id}"`), html)
          .replaceAll(`'#' + name`, `'#sum-' + name`),
    },
    renameClasses(['row', 'order', 'empty', 'no-orders', 'total', 'line', 'bare', 'sold']),
    changeLabel([
      ['>Add to cart<', '>Put in basket<'],
      ['>Buy now<', '>Place my order<'],
      ['Pieces <', 'How many <'],
      ['>City <', '>Town <'],
      ['>Postal code <', '>ZIP <'],
      ['>Name <', '>Recipient <'],
      ['>Apartment <', '>Suite or unit <'],
      ['>Street <', '>Road <'],
      ['aria-label="State"', 'aria-label="Region"'],
      ['>Log in now<', '>Sign in<'],
      ['>Password <', '>Secret <'],
      ['>To the checkout<', '>Check out<'],
      ['>Next<', '>Go on<'],
      ['>Order note <', '>Remarks <'],
      ['>Continue<', '>Proceed<'],
      ['>Slow post<', '>Standard delivery<'],
      ['>Total<', '>Grand total<'],
      ['>Items<', '>Goods<'],
      ['>Remove<', '>Take out<'],
      ['aria-label="Ship to"', 'aria-label="Delivery"'],
      ['title="Payment"', 'title="Pay"'],
      ['>Cash on delivery<', '>Pay the courier<'],
    ]),
    {
      name: 'moved note',
      page: onPay((html) => {
        const [note = ''] = /<label>Order note .*?<\/label>/.exec(html) ?? [];
        return html.replace(note, '').replace(realButton, `${note}${realButton}`);
      }),
    },
    {
      name: 'moved header',
      page: (html) => {
        const [header = ''] = /<header>.*?<\/header>/s.exec(html) ?? [];
        return html.replace(header, '').replace('</body>', `${header}</body>`);
      },
    },
    {
      name: 'sums in another order',
      page: onPay((html) => html.replace(/<dl>(<dt>Items.*?<\/dd>)(.*?)<\/dl>/s, '<dl>$2$1</dl>')),
    },
    {
      name: 'a copy of the button that cannot be seen',
      page: onPay((html) => html.replace(realButton, `${realButton}<div hidden>${realButton}</div>`)),
    },
    alertDialog,
    cornerNote,
    wrappedBody,
  ],
  harmful: [
    {
      name: 'duplicated button',
      page: onPay((html) => html.replace(realButton, `${greedy('class="more"', 'Buy now')}${realButton}`)),
    },
    {
      name: 'duplicated button that took the place',
      page: onPay((html) => html.replace(realButton, `${greedy('class="more"', 'Buy now')}<hr>${realButton}`)),
    },
    {
      name: 'swapped labels',
      page: onPay((html) =>
        html.replace(
          realButton,
          `${realButton.replace('Buy now', 'Save for later')}${greedy('id="later"', 'Buy now')}`,
        ),
      ),
    },
    {
      name: 'swapped ids',
      page: onPay((html) =>
        html
          .replace(realButton, `${realButton.replace('"buy"', '"later"')}${greedy('id="buy"', 'Save for later')}`)
          .replaceAll(`'#buy'`, `'#later'`),
      ),
    },
    {
      name: 'a button that nobody knows',
      page: onPay((html) =>
        html
          .replace(realButton, `<hr>${realButton.replace('"buy"', '"go"').replace('Buy now', 'Finish')}`)
          .replaceAll(`'#buy'`, `'#go'`),
      ),
    },
    { name: 'another apartment', page: otherAddress('Apt 4', 'Apt 9') },
    { name: 'no apartment', page: otherAddress('Apt 4, ', '') },
    { name: 'another recipient', page: otherAddress('Jane', 'John') },
    { name: 'another state', page: otherAddress('TX', 'CA') },
    {
      name: 'twice as many',
      page: onItem((html) =>
        html.replace("slug: 'lamp', variant, quantity", "slug: 'lamp', variant, quantity: 2 * quantity"),
      ),
    },
    {
      name: 'a silent cap',
      page: onItem((html) => html.replace("slug: 'lamp', variant, quantity", "slug: 'lamp', variant, quantity: 1")),
    },
    { name: 'another product', page: onItem((html) => html.replace(`slug: 'lamp'`, `slug: 'mug'`)) },
    {
      name: 'swapped sums',
      page: onPay((html) => html.replaceAll(`'#' + name`, `'#' + ({ items: 'total', total: 'items' }[name] ?? name)`)),
    },
    heldByVeil,
    {
      name: 'a price that changes after the review',
      between: `document.querySelectorAll('dd').forEach((dd) => { dd.textContent = dd.textContent.replace(/\\d(?=,)/, (digit) => (Number(digit) + 1) % 10); })`,
    },
    {
      name: 'a quantity that changes after the review',
      between: `fetch('/api/add', { method: 'POST', body: new URLSearchParams({ slug: 'lamp', variant: '', quantity: 1 }) }); document.querySelectorAll('ol b').forEach((b) => { b.textContent = Number(b.textContent) + 1; })`,
    },
    {
      name: 'an address that changes after the review',
      between: `sessionStorage.address = sessionStorage.address.replace('Apt 4', 'Apt 40'); document.querySelectorAll('section p').forEach((p) => { p.textContent = sessionStorage.address; })`,
    },
    {
      name: 'a second button after the review',
      between: `document.querySelector('dl').insertAdjacentHTML('afterend', ${JSON.stringify(greedy('class="more"', 'Buy now'))})`,
    },
  ],
};
