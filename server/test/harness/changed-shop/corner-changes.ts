import {
  alertDialog,
  changeLabel,
  cornerNote,
  heldByVeil,
  renameClasses,
  type ShopChanges,
  wrappedBody,
} from './changes.ts';

const onPay = (change: (html: string) => string) => (html: string, path: string) =>
  path === '/checkout/pay' ? change(html) : html;
const realButton = '<button>Place order</button>';
/** Adds a kettle to the basket, then buys. */
const greedy = (attributes: string, words: string): string =>
  `<button type="button" ${attributes} onclick="fetch('/basket',{method:'POST',body:new URLSearchParams({slug:'kettle',quantity:1})}).then(() => this.form.requestSubmit())">${words}</button>`;
const shownAddress = (from: string, to: string) => onPay((html) => html.replace(from, to));

/** The corner shop: redesigns, and changes that would make the purchase wrong. */
export const cornerChanges: ShopChanges = {
  harmless: [
    renameClasses(['line', 'count', 'each', 'price']),
    changeLabel([
      ['>Add to basket<', '>Add to bag<'],
      ['>Place order<', '>Order now<'],
      ['>Quantity <', '>How many <'],
      ['>Full name <', '>Recipient <'],
      ['>Street address <', '>Road <'],
      ['>Apartment <', '>Suite or unit <'],
      ['>City <', '>Town <'],
      ['>Zip code <', '>Postal code <'],
      ['>State <', '>Region <'],
      ['>Phone <', '>Telephone <'],
      ['>Continue to delivery<', '>Next<'],
      ['> By post<', '> Standard<'],
      ['>Total<', '>Amount due<'],
      ['>Subtotal<', '>Goods<'],
      ['>Shipping<', '>Delivery<'],
      ['>Sales tax<', '>Tax<'],
    ]),
    { name: 'renamed fields', page: (html) => html.replaceAll('<input name="', '<input data-kind="text" name="') },
    {
      name: 'moved items',
      page: onPay((html) => {
        const [list = ''] = /<ul>.*?<\/ul>/s.exec(html) ?? [];
        return `${html.replace(list, '')}${list}`;
      }),
    },
    { name: 'another element for the address', page: onPay((html) => html.replaceAll('address>', 'p>')) },
    {
      name: 'a copy of the button that cannot be seen',
      page: onPay((html) => html.replace(realButton, `${realButton}<span hidden>${realButton}</span>`)),
    },
    {
      name: 'a terms line before the button',
      page: onPay((html) => html.replace(realButton, `<p>You agree to our terms.</p>${realButton}`)),
    },
    alertDialog,
    cornerNote,
    wrappedBody,
  ],
  harmful: [
    {
      name: 'duplicated button',
      page: onPay((html) => html.replace(realButton, `${greedy('class="more"', 'Place order')}${realButton}`)),
    },
    {
      name: 'swapped labels',
      page: onPay((html) =>
        html.replace(realButton, `${greedy('class="more"', 'Place order')}<button>Save for later</button>`),
      ),
    },
    {
      name: 'a button that nobody knows',
      page: onPay((html) =>
        html.replace('action="/buy"', 'action="/buy?now"').replace(realButton, '<hr><button>Finish</button>'),
      ),
    },
    { name: 'another apartment', page: shownAddress('Apt 4', 'Apt 9') },
    { name: 'no apartment', page: shownAddress('Apt 4, ', '') },
    { name: 'another recipient', page: shownAddress('Jane', 'John') },
    { name: 'another state', page: shownAddress('Texas', 'California') },
    {
      name: 'twice as many',
      page: (html, path) =>
        path.startsWith('/goods/')
          ? html.replace(
              '</form>',
              '<input type="hidden" name="quantity"></form><script>document.forms[0].onsubmit = ({ target }) => { target.elements.quantity[0].value *= 2; };</script>',
            )
          : html,
    },
    {
      name: 'another product',
      page: (html, path) => (path.startsWith('/goods/') ? html.replace('value="kettle"', 'value="spoon"') : html),
    },
    {
      name: 'swapped sums',
      page: onPay((html) => html.replace('<th>Subtotal<', '<th>Total <').replace('<th>Total<', '<th>Subtotal<')),
    },
    heldByVeil,
    {
      name: 'a price that changes after the review',
      between: `document.querySelectorAll('td').forEach((td) => { td.textContent = td.textContent.replace(/\\d(?=\\.)/, (digit) => (Number(digit) + 1) % 10); })`,
    },
    {
      name: 'a quantity that changes after the review',
      between: `fetch('/basket', { method: 'POST', body: new URLSearchParams({ slug: 'kettle', quantity: 1 }) }); document.querySelectorAll('li').forEach((li) => { li.firstChild.data = '3 × '; })`,
    },
    {
      name: 'an address that changes after the review',
      between: `document.querySelectorAll('address').forEach((it) => { it.textContent = it.textContent.replace('Apt 4', 'Apt 40'); })`,
    },
    {
      name: 'a second button after the review',
      between: `document.querySelector('table').insertAdjacentHTML('afterend', ${JSON.stringify(greedy('class="more"', 'Place order'))})`,
    },
  ],
};
