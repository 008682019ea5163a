import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { fieldsOf, listOf } from '../../server/src/kit/fields.ts';
import type { Service } from './service.ts';

/** Signs a person in with the emailed link. */
export async function signIn(context: BrowserContext, service: Service, email: string): Promise<void> {
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send sign-in link' }).click();
  await page
    .getByText('Check your email')
    .or(page.getByRole('link', { name: 'Open the mailbox' }))
    .first()
    .waitFor();
  await page.goto(await service.linkFor(email));
  await page.waitForURL(/\/app/);
  await page.close();
}

type Call = (path: string, body?: unknown) => Promise<Record<string, unknown>>;

/** Calls the API with the session of this browser. */
export function callerIn(context: BrowserContext, service: Service): Call {
  return async (path, body) => {
    const answer = await context.request.fetch(service.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-errand-world': 'test', origin: service.url },
      ...(body === undefined ? {} : { data: body }),
    });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    return answer.status() === 204 ? {} : fieldsOf(await answer.json());
  };
}

const people = [
  ['Ada', 'Byron', '12 St James Sq', 'Denver', 'CO', '80202'],
  ['Grace', 'Hopper', '5 Harbor Rd', 'Boston', 'MA', '02110'],
  ['Alan', 'Turner', '77 Mill Lane', 'Austin', 'TX', '78701'],
  ['Mary', 'Somers', '3 Orchard Way', 'Portland', 'OR', '97204'],
] as const;

const orders = [
  ['success', 'Walnut desk lamp'],
  ['success', 'Espresso cups, set of four'],
  ['out-of-stock', 'Trail running shoes'],
  ['success', 'Canvas weekender'],
  ['lost-parcel', 'Mechanical keyboard'],
  ['success', 'Merino blanket'],
  ['retailer-cancels', 'Cast iron pan'],
  ['price-exceeded', 'Noise cancelling headphones'],
  ['success', 'Field notebook, three pack'],
] as const;

export interface Made {
  orderId: string;
  returnId: string;
  batchId: string;
}

/** Fills a sandbox: orders at every stage, a return, a case, a batch, a key and an endpoint. */
export async function seed(call: Call, service: Service): Promise<Made> {
  const ids: string[] = [];
  for (const [index, [scenario, title]] of orders.entries()) {
    const [first_name, last_name, address_line1, city, state, postal_code] = people[index % people.length] ?? people[0];
    const order = await call('/orders', {
      products: [{ url: `${service.url}/shop/products/test-${scenario}`, quantity: 1 }],
      shipping_address: {
        first_name,
        last_name,
        address_line1,
        city,
        state,
        postal_code,
        country: 'US',
        phone_number: '+14155550123',
      },
      max_price: 6000 + index * 700,
      po_number: `PO-${1041 + index}`,
      metadata: { product_title: title },
    });
    ids.push(String(order.id));
  }
  await settled(call, ids);
  const orderId = String(ids[0]);
  const [item] = listOf((await call(`/orders/${orderId}`)).items);
  const returned = await call('/returns', {
    order_id: orderId,
    items: [{ order_item_id: fieldsOf(item).id, quantity: 1 }],
    reason: 'not_delivered',
    notes: 'It never came.',
  });
  const header = { product_url: `${service.url}/shop/products/test-success`, quantity: '1', zip: '94105', state: 'CA' };
  const rows = people.map(([first, last, street, city]) => ({
    ...header,
    name: `${first} ${last}`,
    address1: street,
    city,
    max_price: '4000',
  }));
  const batch = await call('/orders/bulk', { filename: 'welcome-gifts.csv', rows });
  const made = { orderId: String(ids[3]), returnId: String(returned.id), batchId: String(batch.id) };
  await addRest(call, made.orderId);
  return made;
}

/** Adds a case about an order, a key, an endpoint, an invitation and a retailer account. */
async function addRest(call: Call, orderId: string): Promise<void> {
  await call(`/orders/${orderId}/case`, {
    reason: 'nondelivery.damaged',
    message: 'The strap came off on the first trip. Can it be replaced?',
  });
  await call(`/operator/cases/${orderId}/reply`, {
    message: 'Sorry to hear that. We asked the retailer for a replacement and will update you by tomorrow.',
    close: false,
  });
  await call('/keys', {
    label: 'Gift shop',
    world: 'test',
    limits: { spend_per_day_cents: 50_000, spend_per_order_cents: null, allowed_retailers: null },
  });
  await call('/webhooks/endpoints', { url: 'http://127.0.0.1:9/hooks', events: null });
  await call('/team/invitations', { email: 'grace@example.com', role: 'buyer' });
  await call('/managed-accounts', { email: 'purchasing@example.com', retailer: 'target' });
}

async function settled(call: Call, ids: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    const states = await Promise.all(ids.map(async (id) => (await call(`/orders/${id}`)).status));
    if (states.every((state) => state !== 'pending' && state !== 'in_progress')) return;
    await pause(500);
  }
}
