import {
  type Asked,
  addressLines,
  lineOf,
  logIn,
  money,
  type Reply,
  states,
  type Theme,
  takeNotice,
} from './engine.ts';

// The names, IDs and classes of Magento's theme "Luma".
function layout({ visitor }: Asked, id: string, body: string): string {
  const notice = takeNotice(visitor);
  const kind = notice?.isError ? 'error' : 'success';
  const shown = notice
    ? `<div class="message-${kind} ${kind} message" role="alert"><div>${notice.text}</div></div>`
    : '';
  return `<!doctype html><meta charset="utf-8"><style>.block.discount:not(.active) .content,.payment-method:not(._active) .payment-method-content,[hidden]{display:none}</style>
<body class="${id}"><header><form id="search_mini_form" action="/catalogsearch/result/"><input id="search" type="text" name="q"></form></header><div class="page messages">${shown}</div><main id="maincontent">${body}</main></body>`;
}

function productPage(asked: Asked): Reply | null {
  const product = asked.shop.productOf(asked.url.pathname.slice(1).replace(/\.html$/, ''));
  if (!product) return null;
  const { title, id, colors, stock, cents } = product;
  const swatches = `<div class="product-options-wrapper"><div class="swatch-opt"><div class="swatch-attribute color" data-attribute-code="color" data-attribute-id="93"><span id="option-label-color-93" class="swatch-attribute-label">Color</span><span class="swatch-attribute-selected-option"></span><div class="swatch-attribute-options clearfix" role="listbox">${colors
    .map(
      (color, index) =>
        `<div class="swatch-option text" id="option-label-color-93-item-${index}" aria-checked="false" role="option" tabindex="0" data-option-id="${index}" data-option-label="${color}" aria-label="${color}">${color}</div>`,
    )
    .join(
      '',
    )}</div><input class="swatch-input super-attribute-select" name="super_attribute[93]" type="text" value="" style="opacity:0;position:absolute"></div></div></div>
<script>for (const it of document.querySelectorAll('.swatch-option')) it.addEventListener('click', () => { document.querySelectorAll('.swatch-option').forEach((other) => other.classList.toggle('selected', other === it)); document.querySelector('.swatch-input').value = it.dataset.optionId; });</script>`;
  const form = `<form action="/checkout/cart/add/" method="post" id="product_addtocart_form"><input type="hidden" name="product" value="${id}">${colors.length > 0 ? swatches : ''}<div class="box-tocart"><div class="field qty"><label class="label" for="qty"><span>Qty</span></label><input type="number" name="qty" id="qty" min="0" value="1" title="Qty" class="input-text qty"></div>
<div class="actions"><button type="submit" title="Add to Cart" class="action primary tocart" id="product-addtocart-button"><span>Add to Cart</span></button></div></div></form>`;
  return layout(
    asked,
    'catalog-product-view',
    `<h1 class="page-title"><span class="base" data-ui-id="page-title-wrapper" itemprop="name">${title}</span></h1><div class="product-info-price"><div class="price-box price-final_price"><span class="price-wrapper"><span class="price">${money(cents)}</span></span></div>
<div class="stock ${stock === 0 ? 'unavailable' : 'available'}" title="Availability"><span>${stock === 0 ? 'Out of stock' : 'In stock'}</span></div></div>${stock === 0 ? '' : form}`,
  );
}

function addToCart({ form, visitor, shop }: Asked): Reply | null {
  const product = shop.productOf(form.get('product') ?? '');
  if (!product) return null;
  const quantity = Number(form.get('qty'));
  const isEnough = quantity <= product.stock;
  if (isEnough)
    shop.add(visitor, product, product.colors[Number(form.get('super_attribute[93]') || -1)] ?? '', quantity);
  visitor.notice = isEnough
    ? { isError: false, text: `You added ${product.title} to your shopping cart.` }
    : { isError: true, text: 'The requested qty is not available' };
  return { go: `/${product.slug}.html` };
}

function cartPage(asked: Asked): Reply {
  const { visitor } = asked;
  const rows = visitor.rows.map(
    (
      row,
      index,
    ) => `<tbody class="cart item"><tr class="item-info"><td class="col item" data-th="Item"><a href="/${row.product.slug}.html" class="product-item-photo"></a><div class="product-item-details"><strong class="product-item-name"><a href="/${row.product.slug}.html">${row.product.title}</a></strong>${row.color === '' ? '' : `<dl class="item-options"><dt>Color</dt><dd>${row.color}</dd></dl>`}</div></td>
<td class="col price" data-th="Price"><span class="cart-price"><span class="price">${money(row.product.cents)}</span></span></td><td class="col qty" data-th="Qty"><input id="cart-${index}-qty" name="cart[${index}][qty]" value="${row.quantity}" type="number" class="input-text qty"></td><td class="col subtotal" data-th="Subtotal"><span class="cart-price"><span class="price">${money(lineOf(row))}</span></span></td></tr>
<tr class="item-actions"><td colspan="4"><a href="/checkout/cart/delete/?id=${index}" title="Remove item" class="action action-delete"><span>Remove item</span></a></td></tr></tbody>`,
  );
  const full = `<form id="form-validate" class="form form-cart"><table id="shopping-cart-table" class="cart items data table">${rows.join('')}</table></form><div class="block discount" id="block-discount"><div class="title" data-role="title"><strong id="block-discount-heading" role="heading" aria-level="2">Apply Discount Code</strong></div>
<div class="content"><form id="discount-coupon-form" action="/checkout/cart/couponPost/" method="post"><label for="coupon_code" class="label"><span>Enter discount code</span></label><input type="text" class="input-text" id="coupon_code" name="coupon_code" value="${visitor.coupon}" placeholder="Enter discount code"><button class="action apply primary" type="submit" value="Apply Discount"><span>Apply Discount</span></button></form></div></div>
<script>document.querySelector('#block-discount .title').addEventListener('click', () => document.querySelector('#block-discount').classList.toggle('active'));</script>`;
  return layout(
    asked,
    'checkout-cart-index',
    `<h1 class="page-title"><span class="base">Shopping Cart</span></h1>${rows.length === 0 ? '<div class="cart-empty"><p>You have no items in your shopping cart.</p></div>' : full}`,
  );
}

const text = (name: string, label: string): string =>
  `<div class="field"><label class="label" for="f-${name}"><span>${label}</span></label><input class="input-text" type="text" name="${name}" id="f-${name}"></div>`;

function checkoutPage(asked: Asked): Reply {
  const { visitor, shop } = asked;
  const { items, discount, shipping, tax, total } = shop.totalsOf(visitor);
  const option = (value: string, label: string): string => `<option value="${value}">${label}</option>`;
  const form = `<form class="form form-shipping-address" id="co-shipping-form"><div id="shipping-new-address-form" class="fieldset address">${text('firstname', 'First Name')}${text('lastname', 'Last Name')}${text('street[0]', 'Street Address: Line 1')}${text('street[1]', 'Street Address: Line 2')}
<div class="field"><label class="label" for="country"><span>Country</span></label><select class="select" name="country_id" id="country">${option('', ' ')}${option('US', 'United States')}</select></div><div class="field"><label class="label" for="region"><span>State/Province</span></label><select class="select" name="region_id" id="region">${option('', 'Please select a region, state or province.')}${Object.values(
    states,
  )
    .map((name, index) => option(String(index + 1), name))
    .join('')}</select></div>
${text('city', 'City')}${text('postcode', 'Zip/Postal Code')}${text('telephone', 'Phone Number')}</div></form>`;
  const method = (id: string, title: string): string =>
    `<div class="payment-method"><div class="payment-method-title field choice"><input type="radio" name="payment[method]" class="radio" id="${id}" value="${id}"><label class="label" for="${id}"><span>${title}</span></label></div><div class="payment-method-content"><div class="checkout-agreements-block"><div class="checkout-agreement field choice required"><input type="checkbox" class="required-entry" id="agreement_${id}_1" name="agreement[1]" value="1"><label class="label" for="agreement_${id}_1"><span>Terms</span></label></div></div>
<div class="actions-toolbar"><div class="primary"><button class="action primary checkout" type="submit" title="Place Order"><span>Place Order</span></button></div></div></div></div>`;
  const totals = `<table class="data table table-totals"><tbody><tr class="totals sub"><th class="mark" scope="row">Cart Subtotal</th><td class="amount"><span class="price">${money(items)}</span></td></tr>${discount > 0 ? `<tr class="totals discount"><th class="mark" scope="row">Discount (WELCOME)</th><td class="amount"><span class="price">-${money(discount)}</span></td></tr>` : ''}
<tr class="totals shipping excl"><th class="mark" scope="row"><span class="label">Shipping</span><span class="value">Flat Rate - Fixed</span></th><td class="amount"><span class="price">${money(shipping)}</span></td></tr><tr class="totals-tax"><th class="mark" scope="row">Tax</th><td class="amount"><span class="price">${money(tax)}</span></td></tr><tr class="grand totals"><th class="mark" scope="row"><strong>Order Total</strong></th><td class="amount"><strong><span class="price">${money(total)}</span></strong></td></tr></tbody></table>`;
  const sidebar = `<div class="opc-block-summary"><span class="title">Order Summary</span><div id="totals" hidden>${totals}</div><div class="block items-in-cart active"><div class="content minicart-items"><ol class="minicart-items">${visitor.rows.map((row) => `<li class="product-item"><div class="product"><div class="product-item-details"><div class="product-item-name-block"><strong class="product-item-name">${row.product.title}</strong><div class="details-qty"><span class="label">Qty</span><span class="value">${row.quantity}</span></div></div></div></div></li>`).join('')}</ol></div></div></div>
<div class="opc-block-shipping-information" hidden><div class="shipping-information"><div class="ship-to"><div class="shipping-information-title"><span>Ship To:</span></div><div class="shipping-information-content"></div></div></div></div>`;
  const saved =
    visitor.email === null
      ? ''
      : '<div class="shipping-address-items"><div class="shipping-address-item selected-item">Jane Buyer<br>9 Old Street<br>Austin, <span>Texas</span> 78701<br>United States<br></div></div><button type="button" class="action action-show-popup" data-open-modal="opc-new-shipping-address"><span>New Address</span></button>';
  const popup = `<div id="opc-new-shipping-address" hidden>${form}<label><input type="checkbox" id="shipping-save-in-address-book" checked> Save in address book</label></div><aside class="modal-popup" hidden><footer class="modal-footer"><button class="action primary action-save-address" type="button"><span>Ship Here</span></button></footer></aside>`;
  const email = `<form class="form form-login" data-role="email-with-possible-login"><fieldset id="customer-email-fieldset"><label class="label" for="customer-email"><span>Email Address</span></label><input class="input-text" type="email" name="username" id="customer-email"></fieldset></form>`;
  return layout(
    asked,
    'checkout-index-index',
    `<div id="checkout"><ol class="opc" id="checkoutSteps"><li id="shipping" class="checkout-shipping-address"><div class="step-title">Shipping Address</div>${visitor.email === null ? email + form : saved + popup}</li>
<li id="opc-shipping_method" class="checkout-shipping-method"><form class="form methods-shipping" id="co-shipping-method-form"><div id="checkout-shipping-method-load"></div><div class="actions-toolbar" id="shipping-method-buttons-container"><button data-role="opc-continue" type="submit" class="button action continue primary"><span>Next</span></button></div></form></li>
<li id="payment" class="checkout-payment-method" hidden><div class="payment-methods"><div class="step-title">Payment Method</div><div class="payment-group">${method('checkmo', 'Check / Money order')}${method('cashondelivery', 'Cash On Delivery')}</div></div></li></ol>${sidebar}</div>
<script>
const at = (selector) => document.querySelector(selector);
const fields = () => new URLSearchParams(new FormData(at('#co-shipping-form')));
const showRates = () => setTimeout(() => { at('#checkout-shipping-method-load').innerHTML = '<table class="table-checkout-shipping-method"><tbody><tr class="row"><td class="col col-method"><input type="radio" class="radio" name="ko_unique_1" value="flatrate_flatrate"></td><td class="col col-price"><span class="price">$7.50</span></td></tr></tbody></table>'; }, 60);
at('.action-show-popup')?.addEventListener('click', () => { at('#opc-new-shipping-address').hidden = false; at('.modal-popup').hidden = false; at('.modal-popup').classList.add('_show'); });
at('.action-save-address')?.addEventListener('click', () => { for (const it of ['#opc-new-shipping-address', '.modal-popup']) at(it).hidden = true; at('.shipping-address-item').classList.remove('selected-item'); at('.shipping-address-items').insertAdjacentHTML('beforeend', '<div class="shipping-address-item selected-item">' + fields().get('firstname') + ' ' + fields().get('lastname') + '<br>' + fields().get('street[0]') + '</div>'); showRates(); });
at('#co-shipping-form').addEventListener('change', () => { if (at('#customer-email') && fields().get('region_id') && fields().get('postcode')) showRates(); });
if (!at('#customer-email')) showRates();
at('#co-shipping-method-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const address = await (await fetch('/rest/default/V1/shipping-information', { method: 'POST', body: fields() })).json();
  at('.shipping-information-content').innerHTML = address.html;
  for (const it of ['#shipping', '#opc-shipping_method']) at(it).hidden = true;
  for (const it of ['#payment', '#totals', '.opc-block-shipping-information']) at(it).hidden = false;
  location.hash = 'payment';
});
for (const it of document.querySelectorAll('[name="payment[method]"]')) it.addEventListener('change', () => document.querySelectorAll('.payment-method').forEach((method) => method.classList.toggle('_active', method.contains(it))));
for (const it of document.querySelectorAll('button.checkout')) it.addEventListener('click', async () => {
  const method = it.closest('.payment-method');
  if (!method.querySelector('[type=checkbox]').checked) return;
  await fetch('/rest/default/V1/payment-information', { method: 'POST', body: new URLSearchParams({ method: method.querySelector('[type=radio]').value }) });
  location.href = '/checkout/onepage/success/';
});
</script>`,
  );
}

const statusNames = { open: 'Pending', shipped: 'Complete', delivered: 'Complete' };
const loginForm = `<div class="block block-customer-login"><form class="form form-login" action="/customer/account/loginPost/" method="post" id="login-form"><label class="label" for="email"><span>Email</span></label><input name="login[username]" id="email" type="email" class="input-text" title="Email"><label for="pass" class="label"><span>Password</span></label><input name="login[password]" type="password" class="input-text" id="pass" title="Password">
<button type="submit" class="action login primary" name="send" id="send2"><span>Sign In</span></button></form></div>`;

/** Magento with its theme "Luma". */
export const magentoTheme: Theme = {
  numberOf: (sold) => String(1 + sold).padStart(9, '0'),
  routes: {
    'GET /*': productPage,
    'POST /checkout/cart/add/': addToCart,
    'GET /checkout/cart/': cartPage,
    'GET /checkout/cart/delete/'({ url, visitor }) {
      visitor.rows.splice(Number(url.searchParams.get('id')), 1);
      return { go: '/checkout/cart/' };
    },
    'POST /checkout/cart/couponPost/'({ form, visitor }) {
      const code = form.get('coupon_code') ?? '';
      const isKnown = code === 'WELCOME';
      if (isKnown) visitor.coupon = code;
      visitor.notice = isKnown
        ? { isError: false, text: `You used coupon code "${code}".` }
        : { isError: true, text: `The coupon code "${code}" is not valid.` };
      return { go: '/checkout/cart/' };
    },
    'GET /checkout/': checkoutPage,
    'POST /rest/default/V1/shipping-information'({ form, visitor, shop }) {
      const value = (name: string): string => form.get(name) ?? '';
      shop.keepAddress(visitor, {
        first: value('firstname'),
        last: value('lastname'),
        line1: value('street[0]'),
        line2: value('street[1]'),
        city: value('city'),
        state: Object.keys(states)[Number(value('region_id')) - 1] ?? '',
        zip: value('postcode'),
      });
      return { json: { html: visitor.shipTo ? addressLines(visitor.shipTo) : '' } };
    },
    'POST /rest/default/V1/payment-information'({ form, visitor, shop }) {
      visitor.payment = form.get('method') ?? '';
      return { json: shop.sell(visitor).number };
    },
    'GET /checkout/onepage/success/'(asked) {
      const { number = '' } =
        asked.shop.salesOf(asked.visitor.email === null ? { ...asked.visitor, email: '' } : asked.visitor)[0] ?? {};
      const link = `<p>Your order number is: <a href="/sales/order/view/order_id/${number}/" class="order-number"><strong>${number}</strong></a>.</p>`;
      return layout(
        asked,
        'checkout-onepage-success',
        `<h1 class="page-title">Thank you for your purchase!</h1><div class="checkout-success">${asked.visitor.email === null ? `<p>Your order # is: <span>${number}</span>.</p>` : link}</div>`,
      );
    },
    'POST /customer/account/loginPost/'(asked) {
      if (logIn(asked, 'login[username]', 'login[password]')) return { go: '/sales/order/history/' };
      asked.visitor.notice = { isError: true, text: 'The account sign-in was incorrect.' };
      return { go: '/customer/account/login/' };
    },
    'GET /customer/account/login/': (asked) => layout(asked, 'customer-account-login', loginForm),
    'GET /sales/order/history/'(asked) {
      if (asked.visitor.email === null) return { go: '/customer/account/login/' };
      const rows = asked.shop
        .salesOf(asked.visitor)
        .map(
          ({ number, total, status }) =>
            `<tr><td data-th="Order #" class="col id">${number}</td><td data-th="Date" class="col date">11/18/26</td><td data-th="Ship To" class="col shipping">Jane</td><td data-th="Order Total" class="col total"><span class="price">${money(total)}</span></td><td data-th="Status" class="col status">${statusNames[status]}</td><td data-th="Actions" class="col actions"><a href="/sales/order/view/order_id/${number}/" class="action view"><span>View Order</span></a></td></tr>`,
        );
      const table = `<div class="table-wrapper orders-history"><table class="data table table-order-items history" id="my-orders-table"><tbody>${rows.join('')}</tbody></table></div>`;
      return layout(
        asked,
        'account sales-order-history',
        `<div class="block account-nav" id="block-collapsible-nav"></div>${rows.length === 0 ? '<div class="message info empty"><span>You have placed no orders.</span></div>' : table}`,
      );
    },
    'GET /sales/order/view/*'(asked) {
      const sale = asked.shop.salesOf(asked.visitor).find(({ number }) => asked.url.pathname.includes(number));
      if (!sale) return null;
      const { number, total, lines, status, shipTo } = sale;
      const rows = lines.map(
        (row, index) =>
          `<tr id="order-item-row-${index}"><td class="col name" data-th="Product Name"><strong class="product name product-item-name">${row.product.title}</strong>${row.color === '' ? '' : `<dl class="item-options"><dt>Color</dt><dd>${row.color}</dd></dl>`}</td><td class="col qty" data-th="Qty"><ul class="items-qty"><li class="item"><span class="title">Ordered</span><span class="content">${row.quantity}</span></li></ul></td><td class="col subtotal">${money(lineOf(row))}</td></tr>`,
      );
      return layout(
        asked,
        'account sales-order-view',
        `<h1 class="page-title"><span class="base">Order # ${number}</span></h1><span class="order-status">${statusNames[status]}</span><div class="order-details-items ordered"><table class="data table table-order-items" id="my-orders-table"><tbody>${rows.join('')}</tbody><tfoot><tr class="subtotal"><th class="mark">Subtotal</th><td class="amount">$1.00</td></tr><tr class="grand_total"><th class="mark"><strong>Grand Total</strong></th><td class="amount"><strong><span class="price">${money(total)}</span></strong></td></tr></tfoot></table></div>
<div class="block block-order-details-view"><div class="box box-order-shipping-address"><address>${addressLines(shipTo)}</address></div></div>`,
      );
    },
    'GET /catalogsearch/result/'(asked) {
      const words = (asked.url.searchParams.get('q') ?? '').toLowerCase();
      const found = asked.shop.products.filter(({ title }) => title.toLowerCase().includes(words));
      const items = found.map(
        ({ slug, title, cents }) =>
          `<li class="item product product-item"><div class="product-item-info"><strong class="product name product-item-name"><a class="product-item-link" href="/${slug}.html">${title}</a></strong><div class="price-box price-final_price"><span class="price">${money(cents)}</span></div></div></li>`,
      );
      return layout(
        asked,
        'catalogsearch-result-index',
        items.length === 0
          ? '<div class="message notice">Your search returned no results.</div>'
          : `<div class="search results"><div class="products wrapper"><ol class="products list items product-items">${items.join('')}</ol></div></div>`,
      );
    },
  },
};
