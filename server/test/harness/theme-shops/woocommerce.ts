import { type Asked, addressLines, lineOf, logIn, type Reply, states, type Theme, takeNotice } from './engine.ts';

// The names, IDs and classes of WooCommerce's own templates (classic cart and checkout).
const price = (cents: number): string =>
  `<span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol">$</span>${(cents / 100).toFixed(2)}</bdi></span>`;

function layout({ visitor }: Asked, body: string): string {
  const notice = takeNotice(visitor);
  const shown = notice
    ? notice.isError
      ? `<ul class="woocommerce-error" role="alert"><li>${notice.text}</li></ul>`
      : `<div class="woocommerce-message" role="alert">${notice.text}</div>`
    : '';
  return `<!doctype html><meta charset="utf-8"><style>.screen-reader-text,.select2-hidden-accessible{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)}</style>
<body class="woocommerce"><header><form role="search"><input type="search" name="s" placeholder="Search products…"></form></header><div class="woocommerce-notices-wrapper">${shown}</div>${body}</body>`;
}

const nameOf = ({ product, color }: { product: { title: string }; color: string }): string =>
  color === '' ? product.title : `${product.title} - ${color}`;

function productPage(asked: Asked): Reply | null {
  const product = asked.shop.productOf(asked.url.pathname.split('/')[2] ?? '');
  if (!product) return null;
  const { title, id, colors, stock, slug } = product;
  const quantity = `<div class="quantity"><label class="screen-reader-text" for="quantity_1">${title} quantity</label>
<input type="number" id="quantity_1" class="input-text qty text" name="quantity" value="1" aria-label="Product quantity" min="1" max="${stock}" step="1"></div>`;
  const simple = `<form class="cart" action="/product/${slug}/" method="post" enctype="multipart/form-data">${quantity}
<button type="submit" name="add-to-cart" value="${id}" class="single_add_to_cart_button button alt">Add to cart</button></form>`;
  const variable = `<form class="variations_form cart" action="/product/${slug}/" method="post" enctype="multipart/form-data" data-product_id="${id}">
<table class="variations" role="presentation"><tbody><tr><th class="label"><label for="pa_color">Color</label></th><td class="value">
<select id="pa_color" name="attribute_pa_color"><option value="">Choose an option</option>${colors.map((color) => `<option value="${color.toLowerCase()}">${color}</option>`).join('')}</select></td></tr></tbody></table>
<div class="single_variation_wrap"><div class="woocommerce-variation-add-to-cart variations_button">${quantity}
<button type="submit" class="single_add_to_cart_button button alt disabled wc-variation-selection-needed">Add to cart</button>
<input type="hidden" name="add-to-cart" value="${id}"></div></div></form>
<script>document.querySelector('#pa_color').addEventListener('change', ({ target }) => document.querySelector('.single_add_to_cart_button').classList.toggle('disabled', target.value === '') || document.querySelector('.single_add_to_cart_button').classList.toggle('wc-variation-selection-needed', target.value === ''))</script>`;
  const form = colors.length > 0 ? variable : simple;
  return layout(
    asked,
    `<div class="product"><h1 class="product_title entry-title">${title}</h1><p class="price">${price(product.cents)}</p>
${stock === 0 ? '<p class="stock out-of-stock">Out of stock</p>' : form}</div>`,
  );
}

function addToCart({ form, visitor, shop, url }: Asked): Reply {
  const product = shop.productOf(form.get('add-to-cart') ?? '');
  if (!product) return { go: url.pathname };
  const chosen = form.get('attribute_pa_color') ?? '';
  const color = product.colors.find((one) => one.toLowerCase() === chosen) ?? '';
  shop.add(visitor, product, color, Number(form.get('quantity')));
  visitor.notice = { isError: false, text: `“${product.title}” has been added to your cart.` };
  return { go: url.pathname };
}

function cartPage(asked: Asked): Reply {
  const { visitor, shop } = asked;
  if (visitor.rows.length === 0)
    return layout(
      asked,
      '<div class="wc-empty-cart-message"><div class="cart-empty woocommerce-info">Your cart is currently empty.</div></div>',
    );
  const rows = visitor.rows.map(
    (
      row,
      index,
    ) => `<tr class="woocommerce-cart-form__cart-item cart_item"><td class="product-remove"><a role="button" href="/cart/?remove_item=${index}" class="remove" aria-label="Remove ${nameOf(row)} from cart">&times;</a></td>
<td class="product-thumbnail"><a href="/product/${row.product.slug}/"></a></td>
<td scope="row" role="rowheader" class="product-name" data-title="Product"><a href="/product/${row.product.slug}/?attribute_pa_color=${row.color.toLowerCase()}">${nameOf(row)}</a></td>
<td class="product-price" data-title="Price">${price(row.product.cents)}</td><td class="product-quantity" data-title="Quantity"><div class="quantity"><input type="number" id="quantity_${index}" class="input-text qty text" name="cart[${index}][qty]" value="${row.quantity}"></div></td>
<td class="product-subtotal" data-title="Subtotal">${price(lineOf(row))}</td></tr>`,
  );
  const { discount } = shop.totalsOf(visitor);
  const coupon =
    discount === 0
      ? ''
      : `<tr class="cart-discount coupon-${visitor.coupon.toLowerCase()}"><th>Coupon: ${visitor.coupon.toLowerCase()}</th><td>-${price(discount)}</td></tr>`;
  return layout(
    asked,
    `<form class="woocommerce-cart-form" action="/cart/" method="post"><table class="shop_table shop_table_responsive cart woocommerce-cart-form__contents"><tbody>${rows.join('')}
<tr><td colspan="6" class="actions"><div class="coupon"><label for="coupon_code" class="screen-reader-text">Coupon:</label> <input type="text" name="coupon_code" class="input-text" id="coupon_code" placeholder="Coupon code">
<button type="submit" class="button" name="apply_coupon" value="Apply coupon">Apply coupon</button></div><button type="submit" class="button" name="update_cart" value="Update cart">Update cart</button></td></tr></tbody></table></form>
<div class="cart-collaterals"><table class="shop_table"><tbody>${coupon}</tbody></table><a href="/checkout/" class="checkout-button button alt wc-forward">Proceed to checkout</a></div>`,
  );
}

const review = ({ visitor, shop }: Asked): string => {
  const { items, discount, shipping, tax, total } = shop.totalsOf(visitor);
  return `<table class="shop_table woocommerce-checkout-review-order-table"><thead><tr><th class="product-name">Product</th><th class="product-total">Subtotal</th></tr></thead><tbody>${visitor.rows
    .map(
      (row) =>
        `<tr class="cart_item"><td class="product-name">${nameOf(row)}&nbsp; <strong class="product-quantity">&times;&nbsp;${row.quantity}</strong></td><td class="product-total">${price(lineOf(row))}</td></tr>`,
    )
    .join('')}</tbody><tfoot><tr class="cart-subtotal"><th>Subtotal</th><td>${price(items)}</td></tr>${
    discount === 0
      ? ''
      : `<tr class="cart-discount coupon-welcome"><th>Coupon: welcome</th><td>-${price(discount)} <a href="#" class="woocommerce-remove-coupon">[Remove]</a></td></tr>`
  }<tr class="woocommerce-shipping-totals shipping"><th>Shipping</th><td data-title="Shipping"><ul id="shipping_method" class="woocommerce-shipping-methods">
<li><input type="radio" name="shipping_method[0]" id="shipping_method_0_flat_rate1" value="flat_rate:1" class="shipping_method" checked><label for="shipping_method_0_flat_rate1">Flat rate: ${price(shipping)}</label></li>
<li><input type="radio" name="shipping_method[0]" id="shipping_method_0_local_pickup2" value="local_pickup:2" class="shipping_method"><label for="shipping_method_0_local_pickup2">Local pickup</label></li></ul></td></tr>
<tr class="tax-rate tax-rate-us-tax-1"><th>Tax</th><td>${price(tax)}</td></tr><tr class="order-total"><th>Total</th><td><strong>${price(total)}</strong></td></tr></tfoot></table>`;
};

const payment = `<div id="payment" class="woocommerce-checkout-payment"><ul class="wc_payment_methods payment_methods methods">
<li class="wc_payment_method payment_method_bacs"><input id="payment_method_bacs" type="radio" class="input-radio" name="payment_method" value="bacs" checked> <label for="payment_method_bacs">Direct bank transfer</label></li>
<li class="wc_payment_method payment_method_cod"><input id="payment_method_cod" type="radio" class="input-radio" name="payment_method" value="cod"> <label for="payment_method_cod">Cash on delivery</label></li></ul>
<div class="form-row place-order"><p class="form-row validate-required"><label class="woocommerce-form__label"><input type="checkbox" class="woocommerce-form__input-checkbox" name="terms" id="terms"> <span>I have read and agree to the terms and conditions</span></label></p>
<button type="submit" class="button alt" name="woocommerce_checkout_place_order" id="place_order" value="Place order" data-value="Place order">Place order</button></div></div>`;

const field = (name: string, label: string): string =>
  `<p class="form-row address-field" id="billing_${name}_field"><label for="billing_${name}">${label}</label><span class="woocommerce-input-wrapper"><input type="text" class="input-text" name="billing_${name}" id="billing_${name}"></span></p>`;

function checkoutPage(asked: Asked): Reply {
  const option = (value: string, label: string): string => `<option value="${value}">${label}</option>`;
  return layout(
    asked,
    `<form name="checkout" method="post" class="checkout woocommerce-checkout" action="/checkout/" enctype="multipart/form-data"><div class="col2-set" id="customer_details"><div class="woocommerce-billing-fields">
${field('first_name', 'First name')}${field('last_name', 'Last name')}
<p class="form-row" id="billing_country_field"><label for="billing_country">Country / Region</label><select name="billing_country" id="billing_country" class="country_to_state country_select select2-hidden-accessible"><option value="">Select a country / region…</option>${option('DE', 'Germany')}${option('US', 'United States (US)')}</select><span class="select2 select2-container">Country</span></p>
${field('address_1', 'Street address')}${field('address_2', 'Apartment, suite, unit, etc. (optional)')}${field('city', 'Town / City')}
<p class="form-row" id="billing_state_field"><label for="billing_state">State</label><select name="billing_state" id="billing_state" class="state_select select2-hidden-accessible"><option value="">Select an option…</option>${Object.entries(
      states,
    )
      .map(([value, label]) => option(value, label))
      .join('')}</select><span class="select2 select2-container">State</span></p>
${field('postcode', 'ZIP Code')}${field('phone', 'Phone')}${field('email', 'Email address')}</div>
<div class="woocommerce-shipping-fields"><h3 id="ship-to-different-address"><label class="woocommerce-form__label checkbox"><input id="ship-to-different-address-checkbox" type="checkbox" name="ship_to_different_address" value="1" checked> <span>Ship to a different address?</span></label></h3></div>
<p class="form-row notes" id="order_comments_field"><label for="order_comments">Order notes (optional)</label><textarea name="order_comments" id="order_comments"></textarea></p></div>
<h3 id="order_review_heading">Your order</h3><div id="order_review" class="woocommerce-checkout-review-order">${review(asked)}${payment}</div></form>
<script>
const form = document.querySelector('form.checkout');
let timer;
form.addEventListener('change', ({ target }) => { if (!target.closest('.address-field, #billing_country_field, #billing_state_field')) return; clearTimeout(timer); timer = setTimeout(update, 50); });
async function update() {
  const veil = document.createElement('div'); veil.className = 'blockUI blockOverlay'; document.querySelector('#payment').append(veil);
  const chosen = form.querySelector('[name=payment_method]:checked')?.value;
  const { fragments } = await (await fetch('/?wc-ajax=update_order_review', { method: 'POST', body: new URLSearchParams(new FormData(form)) })).json();
  for (const [target, html] of Object.entries(fragments)) document.querySelector(target).outerHTML = html;
  const again = form.querySelector('[name=payment_method][value=' + chosen + ']'); if (again) again.checked = true;
}
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { result, redirect, messages } = await (await fetch('/?wc-ajax=checkout', { method: 'POST', body: new URLSearchParams(new FormData(form)) })).json();
  if (result === 'success') location.href = redirect;
  else form.insertAdjacentHTML('afterbegin', '<div class="woocommerce-NoticeGroup woocommerce-NoticeGroup-checkout">' + messages + '</div>');
});
</script>`,
  );
}

function placeOrder({ form, visitor, shop }: Asked): Reply {
  const value = (name: string): string => form.get(name) ?? '';
  const missing = ['first_name', 'last_name', 'address_1', 'city', 'state', 'postcode', 'email'].find(
    (name) => value(`billing_${name}`) === '',
  );
  if (missing !== undefined || form.get('terms') === null || form.get('ship_to_different_address') !== null) {
    return {
      json: { result: 'failure', messages: `<ul class="woocommerce-error"><li>${missing ?? 'terms'}</li></ul>` },
    };
  }
  shop.keepAddress(visitor, {
    first: value('billing_first_name'),
    last: value('billing_last_name'),
    line1: value('billing_address_1'),
    line2: value('billing_address_2'),
    city: value('billing_city'),
    state: value('billing_state'),
    zip: value('billing_postcode'),
  });
  visitor.note = value('order_comments');
  visitor.payment = value('payment_method');
  const { number } = shop.sell(visitor);
  return { json: { result: 'success', redirect: `/checkout/order-received/${number}/?key=wc_order_x` } };
}

const details = (
  sale: Asked['shop']['sales'][number],
): string => `<section class="woocommerce-order-details"><h2 class="woocommerce-order-details__title">Order details</h2>
<table class="woocommerce-table woocommerce-table--order-details shop_table order_details"><tbody>${sale.lines
  .map(
    (row) =>
      `<tr class="woocommerce-table__line-item order_item"><td class="woocommerce-table__product-name product-name"><a href="/product/${row.product.slug}/">${nameOf(row)}</a> <strong class="product-quantity">&times;&nbsp;${row.quantity}</strong></td><td class="woocommerce-table__product-total product-total">${price(lineOf(row))}</td></tr>`,
  )
  .join(
    '',
  )}</tbody><tfoot><tr><th scope="row">Subtotal:</th><td>${price(sale.lines.reduce((sum, row) => sum + lineOf(row), 0))}</td></tr><tr><th scope="row">Total:</th><td>${price(sale.total)}</td></tr><tr><th>Note:</th><td>${sale.note}</td></tr></tfoot></table></section>
<section class="woocommerce-customer-details"><section class="woocommerce-columns addresses"><div class="woocommerce-column--billing-address"><h2>Billing address</h2><address>${addressLines(sale.shipTo)}</address></div>
<div class="woocommerce-column--shipping-address"><h2>Shipping address</h2><address>${addressLines(sale.shipTo)}</address></div></section></section>`;

const statusNames = { open: 'Processing', shipped: 'Completed', delivered: 'Completed' };
const account = '<nav class="woocommerce-MyAccount-navigation"><a href="/my-account/orders/">Orders</a></nav>';
const loginForm = `<h2>Login</h2><form class="woocommerce-form woocommerce-form-login login" method="post" action="/my-account/"><p><label for="username">Username or email address&nbsp;<span class="required">*</span></label><input type="text" name="username" id="username"></p>
<p><label for="password">Password</label><input type="password" name="password" id="password"></p><button type="submit" class="woocommerce-button button woocommerce-form-login__submit" name="login" value="Log in">Log in</button></form>`;

function ordersPage(asked: Asked): Reply {
  if (asked.visitor.email === null) return layout(asked, loginForm);
  const sales = asked.shop.salesOf(asked.visitor);
  const cell = 'woocommerce-orders-table__cell woocommerce-orders-table__cell-order';
  const rows = sales.map(
    ({
      number,
      total,
      status,
    }) => `<tr class="woocommerce-orders-table__row woocommerce-orders-table__row--status-processing order"><th class="${cell}-number" scope="row"><a href="/my-account/view-order/${number}/" aria-label="View order number ${number}">#${number}</a></th>
<td class="${cell}-date"><time datetime="${new Date().toISOString()}">today</time></td><td class="${cell}-status">${statusNames[status]}</td><td class="${cell}-total">${price(total)} for 2 items</td><td class="${cell}-actions"><a href="/my-account/view-order/${number}/" class="woocommerce-button button view">View</a></td></tr>`,
  );
  const table = `<table class="woocommerce-orders-table woocommerce-MyAccount-orders shop_table"><tbody>${rows.join('')}</tbody></table>`;
  return layout(
    asked,
    `${account}${sales.length === 0 ? '<div class="woocommerce-info">No order has been made yet. <a href="/shop/">Browse products</a></div>' : table}`,
  );
}

/** WooCommerce with its classic templates. */
export const woocommerceTheme: Theme = {
  numberOf: (sold) => String(101 + sold),
  pathOf: (url) => {
    const script = url.searchParams.get('wc-ajax');
    return script === null ? url.pathname : `wc-ajax=${script}`;
  },
  routes: {
    'GET /product/*': productPage,
    'POST /product/*': addToCart,
    'GET /cart/'(asked) {
      const removed = asked.url.searchParams.get('remove_item');
      if (removed === null) return cartPage(asked);
      asked.visitor.rows.splice(Number(removed), 1);
      asked.visitor.notice = { isError: false, text: 'Item removed. <a href="#" class="restore-item">Undo?</a>' };
      return { go: '/cart/' };
    },
    'POST /cart/'({ form, visitor }) {
      const isKnown = form.get('coupon_code') === 'WELCOME';
      if (isKnown) visitor.coupon = 'WELCOME';
      visitor.notice = isKnown
        ? { isError: false, text: 'Coupon code applied successfully.' }
        : { isError: true, text: `Coupon "${form.get('coupon_code')}" does not exist!` };
      return { go: '/cart/' };
    },
    'GET /checkout/': checkoutPage,
    'POST wc-ajax=update_order_review': (asked) => ({
      json: {
        result: 'success',
        fragments: {
          '.woocommerce-checkout-review-order-table': review(asked),
          '.woocommerce-checkout-payment': payment,
        },
      },
    }),
    'POST wc-ajax=checkout': placeOrder,
    'GET /checkout/order-received/*'(asked) {
      const sale = asked.shop.sales.find(({ number }) => number === asked.url.pathname.split('/')[3]);
      if (!sale) return { go: '/cart/' };
      return layout(
        asked,
        `<div class="woocommerce-order"><p class="woocommerce-notice woocommerce-thankyou-order-received">Thank you. Your order has been received.</p><ul class="woocommerce-order-overview woocommerce-thankyou-order-details order_details">
<li class="woocommerce-order-overview__order order">Order number: <strong>${sale.number}</strong></li><li class="woocommerce-order-overview__total total">Total: <strong>${price(sale.total)}</strong></li></ul>${details(sale)}</div>`,
      );
    },
    'GET /my-account/*': ordersPage,
    'GET /my-account/view-order/*'(asked) {
      const sale = asked.shop.salesOf(asked.visitor).find(({ number }) => number === asked.url.pathname.split('/')[3]);
      if (!sale) return { go: '/my-account/orders/' };
      return layout(
        asked,
        `${account}<p>Order #<mark class="order-number">${sale.number}</mark> was placed on <mark class="order-date">today</mark> and is currently <mark class="order-status">${statusNames[sale.status]}</mark>.</p>${details(sale)}`,
      );
    },
    'POST /my-account/'(asked) {
      if (!logIn(asked, 'username'))
        asked.visitor.notice = {
          isError: true,
          text: '<strong>Error:</strong> The password you entered is incorrect.',
        };
      return { go: '/my-account/' };
    },
    'GET /'(asked) {
      const words = (asked.url.searchParams.get('s') ?? '').toLowerCase();
      const found = asked.shop.products.filter(({ title }) => title.toLowerCase().includes(words));
      const items = found.map(
        ({ slug, title, cents }) =>
          `<li class="product type-product"><a href="/product/${slug}/" class="woocommerce-LoopProduct-link woocommerce-loop-product__link"><h2 class="woocommerce-loop-product__title">${title}</h2><span class="price">${price(cents)}</span></a></li>`,
      );
      return layout(
        asked,
        items.length === 0
          ? '<div class="woocommerce-info woocommerce-no-products-found">No products were found matching your selection.</div>'
          : `<ul class="products columns-4">${items.join('')}</ul>`,
      );
    },
  },
};
