import { alertDialog, type Change, cornerNote, type Random, type ShopChanges, wrappedBody } from './changes.ts';

/** EverShop renders in the browser, so its pages are changed there after every render. */
const inPage = (name: string, script: string | ((random: Random) => string)): Change => ({
  name,
  page: (html, _path, random) =>
    html.replace(
      '</body>',
      `<script>setTimeout(() => { const change = () => { ${typeof script === 'string' ? script : script(random)} }; change();
new MutationObserver(change).observe(document.documentElement, { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ['class', 'id'] }); }, 150);</script></body>`,
    ),
});

const classes = [
  'variant-option-list',
  'cart__item',
  'w-8',
  'text-right',
  'min-w-0',
  'shipping-methods-list',
  'payment-methods-list',
  'cart__total__summary',
  'grand-total',
  'item__summary__list',
  'checkout-button-section',
];
const labels: [string, string][] = [
  ['Add to cart', 'Add to bag'],
  ['Sub total', 'Items'],
  ['Tax', 'Sales tax'],
  ['Total', 'To pay'],
  ['Place Order', 'Buy now'],
  ['Quantity', 'Pieces'],
  ['Full name', 'Recipient'],
  ['City', 'Town'],
  ['Shipping Method', 'How to send it'],
];
const says = (from: string, to: string): string =>
  `const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); while (texts.nextNode()) if (texts.currentNode.data.trim() === ${JSON.stringify(from)}) texts.currentNode.data = ${JSON.stringify(to)};`;
const onButton = (script: string): string =>
  `const button = document.querySelector('.checkout-button-section:not([data-copy]) button'); if (button && !button.dataset.seen && location.pathname === '/checkout') { button.dataset.seen = 1; ${script} }`;
const copy = `<div class="checkout-button-section" data-copy="1"><button type="button">Place Order</button></div>`;
const beforeButton = `button.closest('form').insertAdjacentHTML('beforebegin', ${JSON.stringify(copy)});`;
const inField = (name: string, value: string): string =>
  `document.querySelectorAll("[name='shippingAddress.${name}']").forEach((field) => { field.value = ${JSON.stringify(value)}; })`;

/** EverShop: redesigns, and changes that would make the purchase wrong. */
export const evershopChanges: ShopChanges = {
  harmless: [
    inPage('renamed classes', (random) => {
      const renamed = classes.filter(() => random(2) === 0);
      return `for (const name of ${JSON.stringify(renamed)}) for (const it of document.querySelectorAll('.' + name)) it.classList.replace(name, 'css-' + name + '1x');`;
    }),
    inPage('renamed ids', `const form = document.querySelector('#productForm'); if (form) form.id = 'buy-box';`),
    inPage('changed label', (random) => says(...(labels[random(labels.length)] ?? ['', '']))),
    inPage(
      'a terms line before the button',
      onButton(`button.insertAdjacentHTML('beforebegin', '<p>You agree to our terms.</p>');`),
    ),
    inPage(
      'a copy of the button that cannot be seen',
      onButton(
        `button.closest('form').insertAdjacentHTML('beforebegin', '<div hidden>' + ${JSON.stringify(copy)} + '</div>');`,
      ),
    ),
    {
      name: 'moved blocks',
      page: (html) =>
        html.replace(
          '</head>',
          '<style>fieldset > div{display:flex;flex-direction:column}h1{order:9}main{padding:40px}</style></head>',
        ),
    },
    alertDialog,
    cornerNote,
    wrappedBody,
  ],
  harmful: [
    inPage('duplicated button', onButton(beforeButton)),
    inPage('swapped labels', onButton(`${beforeButton} button.textContent = 'Save for later';`)),
    inPage(
      'a button that nobody knows',
      `${says('Place Order', 'Finish')} for (const it of document.querySelectorAll('.checkout-button-section')) { it.className = 'end'; it.previousElementSibling?.removeAttribute('data-evershop-area-id'); }`,
    ),
    inPage(
      'a dialog over the page',
      `if (location.pathname === '/checkout' && !document.querySelector('#veil')) document.body.insertAdjacentHTML('beforeend', '<div id="veil" style="position:fixed;inset:0;z-index:99;background:#000a"><button type="button">Join</button></div>');`,
    ),
    { name: 'another recipient after the review', between: inField('full_name', 'John Doe') },
    { name: 'another apartment after the review', between: inField('address_2', 'Apt 40') },
    { name: 'another postal code after the review', between: inField('postcode', '10001') },
    {
      name: 'a price that changes after the review',
      between: `document.querySelectorAll('.grand-total, .grand-total *').forEach((it) => { for (const node of it.childNodes) if (node.nodeType === 3) node.data = node.data.replace(/\\$\\d+/, '$99'); })`,
    },
    {
      name: 'a quantity that changes after the review',
      between: `document.querySelectorAll('li .relative > span').forEach((it) => { it.textContent = '3'; })`,
    },
    {
      name: 'a second button after the review',
      between: `document.querySelector('.checkout-button-section').insertAdjacentHTML('beforebegin', ${JSON.stringify(copy)})`,
    },
  ],
};
