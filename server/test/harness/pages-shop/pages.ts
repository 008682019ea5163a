import { type CartRow, products, type ShopOrder } from './goods.ts';

/** Every page writes prices differently. */
const notations = {
  item: { thousands: '&#8239;', decimal: ',', around: (amount: string) => `${amount}&nbsp;$` },
  cart: { thousands: '’', decimal: '.', around: (amount: string) => `USD ${amount}` },
  pay: { thousands: '.', decimal: ',', around: (amount: string) => `${amount}&nbsp;$` },
  orders: { thousands: ',', decimal: '.', around: (amount: string) => `$${amount}` },
};

function money(cents: number, where: keyof typeof notations): string {
  const { thousands, decimal, around } = notations[where];
  const [whole = '', fraction = ''] = (cents / 100).toFixed(2).split('.');
  return around(`${whole.replace(/\B(?=(\d{3})+$)/g, thousands)}${decimal}${fraction}`);
}

/** Covers the page until it is closed, shortly after the page loads. */
const banner = `<script>
  if (!document.cookie.includes('consent=1')) setTimeout(() => {
    const veil = document.createElement('div');
    veil.id = 'veil';
    veil.style = 'position:fixed;inset:0;background:#000a;z-index:9';
    veil.innerHTML = '<button id="accept">Accept all cookies</button>';
    document.body.append(veil);
    veil.querySelector('button').onclick = () => { document.cookie = 'consent=1;path=/'; veil.remove(); };
  }, 50);
</script>`;

const layout = (who: string | null, body: string): string => `<!doctype html><html><head><title>Pages</title>
<link rel="stylesheet" href="http://fonts.invalid/font.css" media="print">
<style>.radio{cursor:pointer;border:1px solid;padding:2px 8px}.radio[aria-checked=true]{background:#cde}
.bare input{position:absolute;opacity:0;pointer-events:none}</style></head>
<body><header>${who ? `<span id="who">Hello ${who}</span> <a href="/orders">My orders</a>` : '<a href="/login">Log in</a>'}</header>
${body}<img src="/forever.png" width="1" height="1" alt="">${banner}</body></html>`;

export const home = (who: string | null): string => layout(who, '<h1>Pages</h1>');
export const missing = (who: string | null): string => layout(who, '<h1 class="missing">No such page</h1>');

export const logIn = (url: URL): string =>
  layout(
    null,
    `${url.searchParams.has('wrong') ? '<p class="error">Wrong e-mail or password.</p>' : ''}
${url.searchParams.has('locked') ? '<p class="error">This account is locked.</p>' : ''}
<form method="post" action="/login"><label>E-mail <input name="email" type="email"></label>
<label>Password <input name="password" type="password"></label><button>Log in now</button></form>`,
  );

export const challenge = (url: URL): string =>
  layout(
    null,
    `${url.searchParams.has('wrong') ? '<p class="error">That code is not right.</p>' : ''}
${url.searchParams.has('limit') ? '<p class="error">Too many codes were asked for. Come back in an hour.</p>' : ''}
<form method="post"><label>One-time code <input name="code" autocomplete="one-time-code"></label>
<button>Confirm</button></form><form method="post" action="/challenge/again"><button id="again">Send again</button></form>`,
  );

/** The options are spans; quantity and button are in a shadow root that is ready shortly after the page. */
export function item(who: string | null, slug: string): string {
  const { title, price, colours = [], isGone } = products[slug]!;
  const spans = colours.map((colour) => `<span class="radio" role="radio" aria-checked="false">${colour}</span>`);
  return layout(
    who,
    `<h1>${title}</h1><p id="price">${money(price, 'item')}</p>
${spans.length > 0 ? `<div role="radiogroup" aria-label="Colour">${spans.join('')}</div>` : ''}
${isGone ? '<p class="sold-out">Sold out</p>' : '<buy-box></buy-box>'}<p id="added" hidden>Added to your cart</p>
<script>
  let variant = '';
  setTimeout(() => {
    for (const radio of document.querySelectorAll('[role=radio]')) radio.onclick = () => setTimeout(() => {
      for (const other of document.querySelectorAll('[role=radio]')) other.setAttribute('aria-checked', other === radio);
      variant = radio.textContent;
    }, 40);
  }, 60);
  customElements.define('buy-box', class extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({ mode: 'open' });
      root.innerHTML = '<label>Pieces <input type="number" value="1"></label><button>Add to cart</button>';
      root.querySelector('button').onclick = async () => {
        const quantity = root.querySelector('input').value;
        const body = new URLSearchParams({ slug: '${slug}', variant, quantity });
        const { ok } = await fetch('/api/add', { method: 'POST', body });
        document.querySelector('#added').hidden = !ok;
      };
    }
  });
</script>`,
  );
}

export const cart = (who: string | null, rows: readonly CartRow[]): string =>
  layout(
    who,
    `<h1>Your cart</h1><ul>${rows
      .map(
        ({ slug, title, variant, quantity, price }, index) => `<li class="row"><a href="/item/${slug}">${title}</a>
<em>${variant}</em> <b>${quantity}</b> × <i>${money(price, 'cart')}</i>
<button onclick="fetch('/api/remove',{method:'POST',body:new URLSearchParams({index:${index}})}).then(()=>location.reload())">Remove</button></li>`,
      )
      .join(
        '',
      )}</ul>${rows.length === 0 ? '<p class="empty">Page not found.</p>' : '<a href="/checkout/who" target="_blank">To the checkout</a>'}`,
  );

export function checkout(who: string | null, step: string, rows: readonly CartRow[]): string {
  if (step === 'who') {
    return layout(
      who,
      who
        ? '<script>location.replace("/checkout/address")</script>'
        : '<button onclick="location.href=\'/checkout/address\'">Continue as guest</button>',
    );
  }
  if (step === 'address') return layout(who, addressPage);
  if (step === 'shipping') return layout(who, shippingPage);
  return layout(who, payPage(rows));
}

const addressPage = `<form id="f"><label>E-mail <input name="email"></label><label>Name <input name="name"></label>
<label>Street <input name="street" autocomplete="off"></label><ul id="offers"></ul>
<label>Apartment <input name="line2"></label><label>City <input name="city"></label>
<label>Postal code <input name="zip"></label><select name="state" aria-label="State"><option value="">State</option><option value="US-CA">California</option>
<option value="US-TX">Texas</option></select><label for="go" id="golabel">Continue</label><input type="submit" id="go" hidden></form>
<p class="error" id="bad"></p><script>
  const form = document.querySelector('#f');
  form.street.oninput = () => setTimeout(() => {
    const offer = document.createElement('li');
    offer.textContent = form.street.value + ', found';
    offer.onclick = () => { form.street.dataset.sure = '1'; form.street.value = form.street.value; offer.remove(); };
    document.querySelector('#offers').replaceChildren(offer);
  }, 30);
  form.onsubmit = (event) => {
    event.preventDefault();
    if (form.zip.value === '00000') { document.querySelector('#bad').textContent = 'We do not know this address.'; return; }
    if (!form.street.dataset.sure || !form.state.value) return;
    const { name, street, line2, city, state, zip } = Object.fromEntries(new FormData(form));
    sessionStorage.address = [name, street, line2, city, state.slice(3) + ' ' + zip].filter(Boolean).join(', ');
    sessionStorage.email = form.email.value;
    location.href = '/checkout/shipping';
  };
</script>`;

const shippingPage = `<div class="bare"><input type="radio" name="s" id="slow"><label for="slow">Slow post</label>
<input type="radio" name="s" id="fast"><label for="fast">Fast post</label></div>
<button onclick="document.querySelector('#slow').checked && (location.href='/checkout/pay')">Next</button>`;

const linesOf = (rows: readonly CartRow[]): string =>
  `<ol id="lines">${rows.map(({ slug, title, quantity }) => `<li class="line"><a href="/item/${slug}">${title}</a> <b>${quantity}</b></li>`).join('')}</ol>`;

/** The summary shows only the items at first. */
const payPage = (
  rows: readonly CartRow[],
  items = rows.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
): string => `<iframe src="/pay-frame" title="Payment"></iframe><section aria-label="Ship to"><p id="to"></p></section>
${linesOf(rows)}
<label>Order note <textarea name="note"></textarea></label>
<dl><dt>Items</dt><dd id="items">${money(items, 'pay')}</dd><dt>Shipping</dt><dd id="shipping">Free</dd>
<dt>Tax</dt><dd id="tax">0,00 $</dd><dt>Total</dt><dd id="total">${money(items, 'pay')}</dd></dl>
<button type="button" id="buy">Buy now</button><p class="error" id="oops"></p><script>
  const money = (cents) => { const [w, f] = (cents / 100).toFixed(2).split('.'); return w.replace(/\\B(?=(\\d{3})+$)/g, '.') + ',' + f + ' $'; };
  let sums = null;
  document.querySelector('#to').textContent = sessionStorage.address;
  setTimeout(async () => {
    sums = await (await fetch('/api/sums')).json();
    for (const name of ['items', 'shipping', 'tax', 'total']) document.querySelector('#' + name).textContent = money(sums[name]);
    document.body.dataset.settled = '1';
  }, 200);
  document.querySelector('#buy').onclick = async () => {
    if (!document.querySelector('iframe').contentWindow.paid) { document.querySelector('#oops').textContent = 'Choose a payment.'; return; }
    const body = new URLSearchParams({ note: document.querySelector('textarea').value, email: sessionStorage.email, to: sessionStorage.address });
    const answer = await fetch('/api/buy', { method: 'POST', body }).catch(() => null);
    if (!answer) { document.querySelector('#oops').textContent = 'Something went wrong.'; return; }
    location.href = '/thanks/' + (await answer.json()).number;
  };
</script>`;

export const payFrame =
  (): string => `<!doctype html><span role="radio" tabindex="0" aria-checked="false">Cash on delivery</span>
<script>const radio = document.querySelector('span'); radio.onclick = () => { radio.setAttribute('aria-checked', 'true'); window.paid = true; };</script>`;

export const thanks = (who: string | null, number: string, sold: ShopOrder | undefined): string =>
  layout(
    who,
    `<h1>Thank you</h1><p>Your order number is <strong id="number">${number}</strong>.</p>
<p id="to">${sold?.shipTo ?? ''}</p>${linesOf(sold?.rows ?? [])}<p id="charged">${money(sold?.total ?? 0, 'orders')}</p>`,
  );

export const orders = (who: string | null, own: readonly ShopOrder[]): string =>
  layout(
    who,
    `<h1>My orders</h1><table>${own
      .map(
        ({ number, total, placed, draft }) =>
          `<tr class="order"><td><a href="/orders/${number}">${number}</a></td><td class="total">${draft?.shows === 'number' ? '–' : money(total, 'orders')}</td><td><time>${placed.toISOString()}</time></td></tr>`,
      )
      .join('')}</table>${own.length === 0 ? '<p class="no-orders">You have ordered nothing yet.</p>' : ''}`,
  );

/** Checkboxes that the form sends as one list. */
const returnForm = ({
  number,
  rows,
}: ShopOrder): string => `<form id="back" method="post" action="/returns/${number}">${rows
  .map(({ slug, title }) => `<label><input type="checkbox" value="${slug}"> Send back ${title}</label>`)
  .join(
    '',
  )}<label>Reason <select name="reason"><option value="">…</option><option>It is broken</option><option>I do not like it</option></select></label>
<label>In your words <textarea name="words"></textarea></label><input type="hidden" name="slugs"><button>Ask for a return</button></form><script>
  const back = document.querySelector('#back');
  back.onsubmit = () => { back.slugs.value = [...back.querySelectorAll(':checked[type=checkbox]')].map((box) => box.value).join(','); };
</script>`;

const returnNote = ({ number, takenBack: back }: ShopOrder): string => {
  const answer = back?.reason === 'It is broken' ? 'approved' : 'being looked at';
  const { status = answer, text = '' } = back?.outcome ?? {};
  return `<p id="return">Return R-${number}: <b>${status}</b> <i>${text}</i></p>`;
};

export const order = (who: string | null, sold: ShopOrder): string => {
  const { number, note, total, status } = sold;
  const isBare = sold.draft?.shows === 'number';
  const rows = isBare ? [] : sold.rows;
  return layout(
    who,
    `<h1>Order ${number}</h1><p id="status">${status}</p><p id="note">${isBare ? '' : note}</p>
<p id="sum">${isBare ? '' : money(total, 'orders')}</p>
<ul>${rows.map(({ slug, title, variant, quantity }) => `<li class="sold"><a href="/item/${slug}">View ${variant}</a> <span>${title}</span> <b>${quantity}</b></li>`).join('')}</ul>
${status === 'processing' || status === 'draft' ? '' : `<div class="parcel"><span class="carrier">UPS</span> <span class="number">1Z${number}</span></div>`}${sold.takenBack ? returnNote(sold) : returnForm(sold)}`,
  );
};

export function search(who: string | null, url: URL): string {
  const words = (url.searchParams.get('q') ?? '').toLowerCase();
  const found = Object.entries(products).filter(([, { title }]) => title.toLowerCase().includes(words));
  const page = Number(url.searchParams.get('page') ?? '1');
  const shown = found.slice(page - 1, page);
  return layout(
    who,
    `<h1>Found</h1>${shown
      .map(
        ([slug, { title, price }]) =>
          `<article><a href="/item/${slug}">${title}</a> <b>${money(price, 'item')}</b></article>`,
      )
      .join('')}<footer>${page < found.length ? '<a id="more" href="#">More</a>' : 'That is all.'}</footer>`,
  );
}
