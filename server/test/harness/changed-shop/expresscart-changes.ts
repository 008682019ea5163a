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

const onPage = (start: string, change: (html: string) => string) => (html: string, path: string) =>
  path.startsWith(start) ? change(html) : html;
const onPay = (change: (html: string) => string) => onPage('/checkout/payment', change);
const addScript = (script: string) => (html: string) => html.replace('</body>', `<script>${script}</script></body>`);

const buttonText = 'Place order, pay instore';
const realButton = `<button id="checkout_instore" class="btn btn-outline-success" type="submit">${buttonText}</button>`;
/** Sends the goods to someone else, then buys. */
const greedy = (attributes: string, words: string): string =>
  `<button type="button" ${attributes} onclick="fetch('/customer/save',{method:'POST',body:new URLSearchParams({email:'john@example.com',firstName:'John',lastName:'Doe',address1:'9 Elsewhere',country:'United States',state:'NY',postcode:'10001',phone:'5125550100'})}).then(() => this.closest('form').submit())">${words}</button>`;
/** The form sends another value than the one that was typed. */
const otherField = (id: string, value: string) =>
  onPage(
    '/checkout/information',
    addScript(
      `document.querySelector('#checkoutInformation').addEventListener('click', () => { document.querySelector('#${id}').value = ${JSON.stringify(value)}; }, true);`,
    ),
  );

/** expressCart: redesigns, and changes that would make the purchase wrong. */
export const expresscartChanges: ShopChanges = {
  harmless: [
    renameIds(['checkout_instore', 'shipping-amount', 'total-cart-amount', 'dropdownMenuButton']),
    renameClasses([
      'p-2 cart-product',
      'my-auto',
      'cartTotalsWrapper',
      'col-md-10 btnAddToCart',
      'col-md-10 productOptions',
      'card-body cart-body',
    ]),
    changeLabel([
      ['>Add to cart<', '>Add to bag<'],
      ['Total:', 'Amount due:'],
      [buttonText, 'Confirm, pay instore'],
      ['>Continue to shipping<', '>Next<'],
      ...[
        ['Email address', 'Your mail'],
        ['First name', 'Given name'],
        ['Last name', 'Family name'],
        ['Address 1', 'Street'],
        ['Address 2 (optional)', 'Suite or unit'],
        ['State', 'Region'],
        ['Post code', 'ZIP'],
        ['Phone number', 'Telephone'],
        ['Order comment', 'Anything else?'],
      ].map(([from, to]) => [`placeholder="${from}"`, `placeholder="${to}"`] as const),
    ]),
    {
      name: 'moved blocks',
      page: (html) => html.replace('</head>', '<style>.content-body .row{flex-direction:row-reverse}</style></head>'),
    },
    {
      name: 'moved navigation',
      page: (html) => {
        const [nav = ''] = /<nav class="navbar navbar-expand-lg justify.*?<\/nav>/s.exec(html) ?? [];
        return html.replace(nav, '').replace('</body>', `${nav}</body>`);
      },
    },
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
      page: onPay((html) => html.replace(realButton, `${greedy('class="more"', buttonText)}${realButton}`)),
    },
    {
      name: 'swapped labels',
      page: onPay((html) =>
        html.replace(
          realButton,
          `${realButton.replace(buttonText, 'Save for later')}${greedy('id="later"', buttonText)}`,
        ),
      ),
    },
    {
      name: 'swapped ids',
      page: onPay((html) =>
        html.replace(
          realButton,
          `${realButton.replace('checkout_instore', 'later')}${greedy('id="checkout_instore"', 'Save for later')}`,
        ),
      ),
    },
    {
      name: 'a button that nobody knows',
      page: onPay((html) => html.replace(realButton, '<button type="submit">Finish</button>')),
    },
    { name: 'another recipient', page: otherField('shipFirstname', 'John') },
    { name: 'another apartment', page: otherField('shipAddr2', 'Apt 9, Austin') },
    { name: 'another state', page: otherField('shipState', 'CA') },
    { name: 'another postal code', page: otherField('shipPostcode', '10001') },
    {
      name: 'twice as many',
      page: onPage(
        '/product/',
        addScript(
          `document.querySelector('.product-add-to-cart').addEventListener('click', () => { document.querySelector('#product_quantity').value *= 2; }, true);`,
        ),
      ),
    },
    {
      name: 'another product',
      page: onPage(
        '/product/',
        addScript(
          `fetch('/product/hudderton-backpack?json=true').then((answer) => answer.json()).then((other) => { document.querySelector('#productId').value = other._id; });`,
        ),
      ),
    },
    heldByVeil,
    {
      name: 'another recipient after the review',
      between: `document.querySelectorAll('.list-group-item').forEach((it) => { it.innerHTML = it.innerHTML.replace('Jane', 'John'); })`,
    },
    {
      name: 'a price that changes after the review',
      between: `document.querySelectorAll('strong').forEach((it) => { it.textContent = it.textContent.replace(/\\d(?=\\.)/, (digit) => (Number(digit) + 1) % 10); })`,
    },
    {
      name: 'a fee after the review',
      between: `document.querySelectorAll('.cart-contents-shipping > div:first-child').forEach((it) => { it.innerHTML = 'Handling: <strong id="shipping-amount">$4.00</strong>'; })`,
    },
    {
      name: 'a second button after the review',
      between: `document.querySelector('.instore_button').insertAdjacentHTML('afterbegin', ${JSON.stringify(greedy('class="more"', buttonText))})`,
    },
  ],
};
