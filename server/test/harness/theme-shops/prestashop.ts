import { type Asked, addressLines, lineOf, logIn, money, type Reply, states, type Theme } from './engine.ts';

// The names, IDs and classes of PrestaShop's theme "classic".
const layout = (id: string, body: string): string =>
  `<!doctype html><meta charset="utf-8"><style>.checkout-step:not(.-current) .content,.collapse:not(.in),.js-error{display:none}.custom-radio input,.custom-checkbox input{opacity:0}</style>
<body id="${id}"><header id="header"><form method="get" action="/search"><input type="text" name="s" placeholder="Search our catalog"></form></header>${body}</body>`;

const slugOf = ({ id, slug }: { id: number; slug: string }): string => `${id}-${slug}`;

function productPage({ url, shop }: Asked): Reply | null {
  const [, id = ''] = /^\/home-accessories\/(\d+)-/.exec(url.pathname) ?? [];
  const product = shop.productOf(id);
  if (!product) return null;
  const { title, colors, stock, cents } = product;
  const variants = `<div class="product-variants js-product-variants"><div class="clearfix product-variants-item"><span class="control-label">Color: Red</span><ul id="group_2">${colors
    .map(
      (color, index) =>
        `<li class="float-xs-left input-container"><label aria-label="${color}"><input class="input-color" type="radio" data-product-attribute="2" name="group[2]" value="${index}" title="${color}"${index === 0 ? ' checked' : ''}><span class="color"><span class="attribute-name sr-only">${color}</span></span></label></li>`,
    )
    .join('')}</ul></div></div>`;
  return layout(
    'product',
    `<section id="main"><h1 class="h1">${title}</h1><div class="product-prices"><div class="current-price"><span class="current-price-value">${money(cents)}</span></div></div>
<div class="product-actions"><form action="/cart" method="post" id="add-to-cart-or-refresh"><input type="hidden" name="token" value="t"><input type="hidden" name="id_product" value="${id}" id="product_page_product_id">${colors.length > 0 ? variants : ''}
<div class="product-add-to-cart js-product-add-to-cart"><span class="control-label">Quantity</span><div class="product-quantity clearfix"><div class="qty"><input type="number" name="qty" id="quantity_wanted" value="1" class="input-group" min="1" aria-label="Quantity"></div>
<div class="add"><button class="btn btn-primary add-to-cart" data-button-action="add-to-cart" type="submit"${stock === 0 ? ' disabled' : ''}>Add to cart</button></div></div>
<span id="product-availability">${stock === 0 ? '<i class="material-icons product-unavailable"></i> Out-of-Stock' : ''}</span></div></form></div></section>
<script>
const form = document.querySelector('#add-to-cart-or-refresh');
const refresh = () => fetch('/index.php?controller=product&ajax=1&action=refresh&quantity_wanted=' + form.qty.value, { method: 'POST' }).then((answer) => answer.json()).then(({ isEnough }) => { form.querySelector('.add-to-cart').disabled = !isEnough; });
form.addEventListener('change', refresh);
form.addEventListener('submit', (event) => { event.preventDefault(); fetch('/cart', { method: 'POST', body: new URLSearchParams([...new FormData(form), ['add', '1'], ['action', 'update']]) }).then(() => document.body.insertAdjacentHTML('beforeend', '<div id="blockcart-modal" role="dialog"><h4>Product successfully added to your shopping cart</h4></div>')); });
</script>`,
  );
}

function voucher({ visitor, shop }: Asked): string {
  const { discount } = shop.totalsOf(visitor);
  const added = `<ul class="promo-name card-block"><li class="cart-summary-line"><span class="label">Ten percent off</span><a href="#" data-link-action="remove-voucher"></a><div class="float-xs-right">-${money(discount)}</div></li></ul>`;
  return `<div class="block-promo"><div class="cart-voucher js-cart-voucher">${discount > 0 ? added : ''}<p class="promo-code-button display-promo"><a class="collapse-button" href="#promo-code">Have a promo code?</a></p>
<div id="promo-code" class="collapse"><div class="promo-code"><form action="/cart" data-link-action="add-voucher" method="post"><input type="hidden" name="addDiscount" value="1"><input class="promo-input" type="text" name="discount_name" placeholder="Promo code"><button type="submit" class="btn btn-primary"><span>Add</span></button></form>
<div class="alert alert-danger js-error" role="alert"><span class="ml-1 js-error-text"></span></div></div></div></div></div>
<script>
document.querySelector('.collapse-button').addEventListener('click', (event) => { event.preventDefault(); document.querySelector('#promo-code').classList.toggle('in'); });
document.querySelector('#promo-code form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const { hasError, errors } = await (await fetch('/cart', { method: 'POST', body: new URLSearchParams(new FormData(event.target)) })).json();
  if (hasError) { const shown = document.querySelector('.js-error'); shown.style.display = 'block'; shown.textContent = errors[0]; }
  else { await fetch('/cart?ajax=1&action=refresh'); location.reload(); }
});
</script>`;
}

function cartPage(asked: Asked): Reply {
  const { visitor } = asked;
  const rows = visitor.rows.map(
    (
      row,
      index,
    ) => `<li class="cart-item"><div class="product-line-grid"><div class="product-line-grid-body"><div class="product-line-info"><a class="label" href="/home-accessories/${slugOf(row.product)}.html#/8-color-${row.color.toLowerCase()}" data-id_customization="0">${row.product.title}</a></div>
<div class="product-line-info product-price h5"><div class="current-price"><span class="price">${money(row.product.cents)}</span></div></div><br>${row.color === '' ? '' : `<div class="product-line-info color"><span class="label">Color:</span> <span class="value">${row.color}</span></div>`}</div>
<div class="product-line-grid-right product-line-actions"><div class="qty"><input class="js-cart-line-product-quantity" type="number" value="${row.quantity}" name="product-quantity-spin" aria-label="${row.product.title} product quantity field"></div><div class="price"><span class="product-price"><strong>${money(lineOf(row))}</strong></span></div>
<div class="cart-line-product-actions"><a class="remove-from-cart" rel="nofollow" href="/cart?delete=1&amp;id_product=${index}" data-link-action="delete-from-cart">delete</a></div></div></div></li>`,
  );
  const items =
    rows.length === 0
      ? '<span class="no-items">There are no more items in your cart</span>'
      : `<ul class="cart-items">${rows.join('')}</ul>`;
  return layout(
    'cart',
    `<section id="main"><h1 class="h1">Shopping Cart</h1><div class="cart-overview js-cart">${items}</div><a class="label" href="/">Continue shopping</a>${voucher(asked)}<div class="checkout cart-detailed-actions"><a href="/order" class="btn btn-primary">Proceed to checkout</a></div></section>`,
  );
}

function changeCart({ form, visitor, shop }: Asked): Reply {
  if (form.get('addDiscount') !== null) {
    if (form.get('discount_name') !== 'WELCOME')
      return { json: { hasError: true, errors: ['This voucher does not exist.'] } };
    visitor.coupon = 'WELCOME';
    return { json: { hasError: false } };
  }
  const product = shop.productOf(form.get('id_product') ?? '');
  if (product)
    shop.add(visitor, product, product.colors[Number(form.get('group[2]') ?? -1)] ?? '', Number(form.get('qty')));
  return { json: { success: product !== null } };
}

function summary({ visitor, shop }: Asked): string {
  const { items, discount, shipping, tax, total } = shop.totalsOf(visitor);
  const line = (type: string, label: string, value: string): string =>
    `<div class="cart-summary-line cart-summary-subtotals" id="cart-subtotal-${type}"><span class="label">${label}</span> <span class="value">${value}</span></div>`;
  return `<section id="js-checkout-summary" class="card js-cart"><div class="card-block"><div class="cart-summary-products js-cart-summary-products"><p>${visitor.rows.length} items</p><p><a href="#" data-toggle="collapse" data-target="#cart-summary-product-list" class="js-show-details">show details</a></p>
<div class="collapse" id="cart-summary-product-list"><ul class="media-list">${visitor.rows.map((row) => `<li class="media"><div class="media-body"><span class="product-name"><a href="/home-accessories/${slugOf(row.product)}.html">${row.product.title}</a></span> <span class="product-quantity">x${row.quantity}</span> <span class="product-price float-xs-right">${money(row.product.cents)}</span></div></li>`).join('')}</ul></div></div>
<div class="card-block cart-summary-subtotals-container">${line('products', 'Subtotal', money(items))}${discount > 0 ? line('discount', 'Discount', `-${money(discount)}`) : ''}${line('shipping', 'Shipping', money(shipping))}</div></div>
<div class="card-block cart-summary-totals js-cart-summary-totals"><div class="cart-summary-line"><span class="label">Total&nbsp;(tax excl.)</span> <span class="value">${money(total - tax)}</span></div><div class="cart-summary-line cart-total"><span class="label">Total (tax incl.)</span> <span class="value">${money(total)}</span></div>
<div class="cart-summary-line"><span class="label sub">Taxes:</span> <span class="value sub">${money(tax)}</span></div></div></section>`;
}

const input = (name: string, label: string, type = 'text'): string =>
  `<div class="form-group row"><label class="form-control-label" for="field-${name}">${label}</label><input id="field-${name}" class="form-control" name="${name}" type="${type}"></div>`;

const guestForm = `<div class="tab-content"><div class="tab-pane active" id="checkout-guest-form"><form action="/order" id="customer-form" class="js-customer-form" method="post">${input('firstname', 'First name')}${input('lastname', 'Last name')}${input('email', 'Email', 'email')}
<span class="custom-checkbox"><label><input name="psgdpr" type="checkbox" value="1" required><span></span>I agree to the terms and conditions and the privacy policy</label></span>
<button class="continue btn btn-primary float-xs-right" name="continue" data-link-action="register-new-customer" type="submit" value="1">Continue</button></form></div></div>`;

const addressForm = `<form method="POST" action="/order?id_address=0" class="js-address-form"><div id="delivery-address"><div class="js-address-form"><section class="form-fields">${input('firstname', 'First name')}${input('lastname', 'Last name')}${input('company', 'Company')}${input('address1', 'Address')}${input('address2', 'Address Complement')}${input('city', 'City')}
<select id="field-id_state" class="form-control form-control-select" name="id_state" required><option value disabled selected>Please choose</option>${Object.values(
  states,
)
  .map((name, index) => `<option value="${index}">${name}</option>`)
  .join('')}</select>${input('postcode', 'Zip/Postal Code')}
<select id="field-id_country" class="form-control form-control-select js-country" name="id_country" required><option value disabled>Please choose</option><option value="21" selected>United States</option></select>${input('phone', 'Phone')}
<input type="hidden" name="saveAddress" value="delivery"></section><footer><button type="submit" class="continue btn btn-primary float-xs-right" name="confirm-addresses" value="1">Continue</button></footer></div></div></form>`;

const selector = ({ visitor, shop }: Asked): string =>
  `<form method="POST" action="/order"><div id="delivery-addresses" class="address-selector js-address-selector">${(
    shop.saved.get(visitor.email ?? '') ?? (visitor.shipTo ? [visitor.shipTo] : [])
  )
    .map(
      (address, index) =>
        `<article class="address-item js-address-item${JSON.stringify(address) === JSON.stringify(visitor.shipTo) ? ' selected' : ''}" id="id_address_delivery-address-${index}"><header class="h4"><label class="radio-block"><span class="custom-radio"><input type="radio" name="id_address_delivery" value="${index}"${JSON.stringify(address) === JSON.stringify(visitor.shipTo) ? ' checked' : ''}><span></span></span><span class="address-alias h4">My Address</span><div class="address">${addressLines(address)}</div></label></header><footer class="address-footer"><a class="edit-address" href="#">Edit</a></footer></article>`,
    )
    .join(
      '',
    )}</div><p class="add-address"><a href="/order?newAddress=delivery">add new address</a></p><button type="submit" class="btn btn-primary continue float-xs-right" name="confirm-addresses" value="1">Continue</button></form>`;

const deliveryForm = `<div class="delivery-options-list"><form class="clearfix" id="js-delivery" method="post" action="/order"><div class="delivery-options"><div class="row delivery-option js-delivery-option"><span class="custom-radio"><input type="radio" name="delivery_option[5]" id="delivery_option_2" value="2," checked><span></span></span><label for="delivery_option_2"><span class="h6 carrier-name">My carrier</span> <span class="carrier-delay">Delivery next day!</span> <span class="carrier-price">$7.50</span></label></div></div>
<div id="delivery"><label for="delivery_message">If you would like to add a comment about your order, please write it in the field below.</label><textarea rows="2" cols="120" id="delivery_message" name="delivery_message"></textarea></div><button type="submit" class="continue btn btn-primary float-xs-right" name="confirmDeliveryOption" value="1">Continue</button></form></div>`;

const paymentForm = `<div class="payment-options">${['ps_checkpayment', 'ps_wirepayment']
  .map(
    (module, index) =>
      `<div id="payment-option-${index + 1}-container" class="payment-option clearfix"><span class="custom-radio float-xs-left"><input class="ps-shown-by-js" id="payment-option-${index + 1}" data-module-name="${module}" name="payment-option" type="radio" required><span></span></span><label for="payment-option-${index + 1}"><span>Pay by ${module}</span></label></div>
<div id="pay-with-payment-option-${index + 1}-form" class="js-payment-option-form ps-hidden"><form method="POST" action="/module/${module}/validation"></form></div>`,
  )
  .join('')}</div>
<form id="conditions-to-approve" class="js-conditions-to-approve" method="GET"><span class="custom-checkbox"><input id="conditions_to_approve[terms-and-conditions]" name="conditions_to_approve[terms-and-conditions]" required type="checkbox" value="1" class="ps-shown-by-js"><span></span></span><label class="js-terms" for="conditions_to_approve[terms-and-conditions]">I agree to the terms of service</label></form>
<div id="payment-confirmation" class="js-payment-confirmation"><div class="ps-shown-by-js"><button type="submit" class="btn btn-primary center-block disabled" disabled>Place order</button></div></div>
<script>
const button = document.querySelector('#payment-confirmation button');
document.querySelector('#checkout-payment-step').addEventListener('change', () => { button.disabled = !document.querySelector('[name=payment-option]:checked') || !document.querySelector('#conditions-to-approve input').checked; button.classList.toggle('disabled', button.disabled); });
button.addEventListener('click', () => document.querySelector('#pay-with-' + document.querySelector('[name=payment-option]:checked').id + '-form form').submit());
</script>`;

function checkoutPage(asked: Asked, current: 'personal' | 'addresses' | 'delivery' | 'payment', isNew = false): Reply {
  const { visitor, shop } = asked;
  const step = (id: string, title: string, content: string): string =>
    `<section id="checkout-${id}-step" class="checkout-step js-current-step${id.startsWith(current) ? ' -current' : ''} -reachable"><h1 class="step-title js-step-title h3">${title}</h1><div class="content">${content}</div></section>`;
  const hasSaved = (shop.saved.get(visitor.email ?? '')?.length ?? 0) > 0 || visitor.shipTo !== null;
  return layout(
    'checkout',
    `<section id="content">${step('personal-information', 'Personal Information', visitor.email === null ? guestForm : '<p class="identity">Connected as Jane.</p>')}
${step('addresses', 'Addresses', hasSaved && !isNew ? selector(asked) : addressForm)}${step('delivery', 'Shipping Method', deliveryForm)}${step('payment', 'Payment', paymentForm)}</section>${summary(asked)}
<script>document.querySelector('.js-show-details').addEventListener('click', (event) => { event.preventDefault(); document.querySelector('#cart-summary-product-list').classList.toggle('in'); });</script>`,
  );
}

function continueCheckout(asked: Asked): Reply {
  const { form, visitor, shop } = asked;
  const value = (name: string): string => form.get(name) ?? '';
  if (value('saveAddress') === 'delivery') {
    const state = Object.keys(states)[Number(form.get('id_state') ?? -1)] ?? '';
    const [first, last, line1, line2, city, zip] = [
      'firstname',
      'lastname',
      'address1',
      'address2',
      'city',
      'postcode',
    ].map(value);
    shop.keepAddress(visitor, {
      first: first ?? '',
      last: last ?? '',
      line1: line1 ?? '',
      line2: line2 ?? '',
      city: city ?? '',
      state,
      zip: zip ?? '',
    });
    const known = shop.saved.get(visitor.email ?? '');
    if (known && visitor.shipTo) known.push(visitor.shipTo);
    return checkoutPage(asked, 'delivery');
  }
  if (form.get('id_address_delivery') !== null) {
    const chosen = shop.saved.get(visitor.email ?? '')?.[Number(value('id_address_delivery'))];
    if (chosen) shop.keepAddress(visitor, chosen);
    return checkoutPage(asked, 'delivery');
  }
  if (form.get('confirmDeliveryOption') === null) return checkoutPage(asked, 'addresses');
  visitor.note = value('delivery_message');
  return checkoutPage(asked, 'payment');
}

const statusNames = {
  open: ['Awaiting check payment'],
  shipped: ['Shipped', 'Awaiting check payment'],
  delivered: ['Delivered', 'Shipped'],
};

const loginForm = `<section class="login-form"><form id="login-form" action="/login" method="post">${input('email', 'Email', 'email')}${input('password', 'Password', 'password')}<input type="hidden" name="submitLogin" value="1"><button id="submit-login" class="btn btn-primary" data-link-action="sign-in" type="submit">Sign in</button></form></section>`;

/** PrestaShop with its theme "classic". */
export const prestashopTheme: Theme = {
  numberOf: (sold) => `XKBKN${String.fromCharCode(65 + (Math.floor(sold / 26) % 26), 65 + (sold % 26))}AB`,
  routes: {
    'GET /home-accessories/*': productPage,
    'POST /index.php': ({ url }) => ({ json: { isEnough: Number(url.searchParams.get('quantity_wanted')) <= 9 } }),
    'GET /cart'(asked) {
      if (asked.url.searchParams.get('ajax') === '1') return { json: {} };
      if (asked.url.searchParams.get('delete') !== '1') return cartPage(asked);
      asked.visitor.rows.splice(Number(asked.url.searchParams.get('id_product')), 1);
      return { go: '/cart?action=show' };
    },
    'POST /cart': changeCart,
    'GET /order': (asked) =>
      checkoutPage(
        asked,
        asked.visitor.email === null ? 'personal' : 'addresses',
        asked.url.searchParams.has('newAddress'),
      ),
    'POST /order': continueCheckout,
    'POST /module/*'({ url, visitor, shop }) {
      visitor.payment = url.pathname.split('/')[2] ?? '';
      return { go: `/order-confirmation?id_cart=1&id_order=1&key=x&reference=${shop.sell(visitor).number}` };
    },
    'GET /order-confirmation': ({ url }) =>
      layout(
        'order-confirmation',
        `<section id="content-hook_order_confirmation" class="card"><h3 class="h1 card-title">Your order is confirmed</h3></section><div id="order-details"><h3 class="h3 card-title">Order details:</h3><ul><li id="order-reference-value">Order reference: ${url.searchParams.get('reference')}</li><li>Payment method: Payments by check</li></ul></div>`,
      ),
    'GET /login': () => layout('authentication', loginForm),
    'POST /login': (asked) =>
      logIn(asked, 'email')
        ? { go: '/order-history' }
        : layout(
            'authentication',
            `<div class="help-block"><ul><li class="alert alert-danger">Authentication failed.</li></ul></div>${loginForm}`,
          ),
    'GET /order-history'({ visitor, shop }) {
      if (visitor.email === null) return { go: '/login?back=history' };
      const rows = shop
        .salesOf(visitor)
        .map(
          ({ number, total, status }) =>
            `<tr><th scope="row">${number}</th><td>11/18/2026</td><td class="text-xs-right">${money(total)}</td><td class="hidden-md-down">Payments by check</td><td><span class="label label-pill bright">${statusNames[status][0]}</span></td><td>-</td><td class="text-sm-center order-actions"><a href="/order-detail?reference=${number}" data-link-action="view-order-details">Details</a></td></tr>`,
        );
      const table = `<table class="table table-striped table-bordered table-labeled hidden-sm-down"><thead><tr><th>Order reference</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
      return layout(
        'history',
        `<section id="content" class="page-content"><h6>Here are the orders you've placed since your account was created.</h6>${rows.length === 0 ? '<div class="alert alert-info">You have not placed any orders.</div>' : table}</section>`,
      );
    },
    'GET /order-detail'({ url, visitor, shop }) {
      const sale = shop.salesOf(visitor).find(({ number }) => number === url.searchParams.get('reference'));
      if (!sale) return null;
      const { number, lines, total, shipTo, note, status } = sale;
      const rows = lines.map(
        (row) =>
          `<tr><td><strong><a href="/index.php?controller=product&amp;id_product=${row.product.id}">${row.product.title}${row.color === '' ? '' : ` - Color : ${row.color}`}</a></strong><br>Reference: demo_1<br></td><td>${row.quantity}</td><td class="text-xs-right">${money(row.product.cents)}</td><td class="text-xs-right">${money(lineOf(row))}</td></tr>`,
      );
      const parcel = `<div class="box"><table class="table table-striped table-bordered hidden-sm-down"><thead class="thead-default"><tr><th>Date</th><th>Carrier</th><th>Weight</th><th>Shipping cost</th><th>Tracking number</th></tr></thead><tbody><tr><td>11/18/2026</td><td>My carrier</td><td>1 kg</td><td>$7.50</td><td>ZX-1</td></tr></tbody></table></div>`;
      return layout(
        'order-detail',
        `<div id="order-infos"><div class="box"><strong>Order Reference ${number} - placed on 11/18/2026</strong></div></div><section id="order-history" class="box"><table class="table"><tbody>${statusNames[status].map((name) => `<tr><td>11/18/2026</td><td><span class="label label-pill bright">${name}</span></td></tr>`).join('')}</tbody></table></section>
<div class="addresses"><article id="delivery-address" class="box"><h4>Delivery address My Address</h4><address>${addressLines(shipTo)}</address></article></div>
<div class="box"><table id="order-products" class="table table-bordered"><thead class="thead-default"><tr><th>Product</th><th>Quantity</th><th>Unit price</th><th>Total price</th></tr></thead>${rows.join('')}<tfoot><tr class="text-xs-right line-products"><td colspan="3">Subtotal</td><td>$0.00</td></tr><tr class="text-xs-right line-total"><td colspan="3">Total</td><td>${money(total)}</td></tr></tfoot></table></div>
${status === 'open' ? '' : parcel}<div class="box messages"><h3>Messages</h3><div class="message row"><div class="col-sm-4">Jane<br>11/18/2026</div><div class="col-sm-8">${note}</div></div></div>`,
      );
    },
    'GET /search'({ url, shop }) {
      const words = (url.searchParams.get('s') ?? '').toLowerCase();
      const found = shop.products.filter(({ title }) => title.toLowerCase().includes(words));
      const items = found.map(
        (product) =>
          `<div class="js-product product"><article class="product-miniature js-product-miniature" data-id-product="${product.id}"><div class="product-description"><h2 class="h3 product-title"><a href="/home-accessories/${slugOf(product)}.html">${product.title}</a></h2><div class="product-price-and-shipping"><span class="price" aria-label="Price">${money(product.cents)}</span></div></div></article></div>`,
      );
      return layout(
        'search',
        `<section id="main"><h2 class="h2">Search results</h2><section id="products"><div id="js-product-list">${items.length === 0 ? '<section id="content" class="page-content page-not-found"><h4>No matches were found for your search</h4></section>' : items.join('')}</div></section></section>`,
      );
    },
  },
};
