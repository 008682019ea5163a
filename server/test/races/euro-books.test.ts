import { describe } from 'vitest';
import { medusa } from '../../src/connectors/medusa/index.ts';
import { vendure } from '../../src/connectors/vendure/index.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { type EuroShop, euroCustomer, testEuroBooks } from '../harness/stores/euro-books.ts';
import { startMedusaStandIn } from '../harness/stores/medusa-stand-in.ts';
import { liveStore } from '../harness/stores/request.ts';
import { startVendureStandIn } from '../harness/stores/vendure-stand-in.ts';

const cents = (euros: number): number => Math.round(euros * 100);

async function openMedusa(): Promise<EuroShop> {
  const shop = await startMedusaStandIn('eur');
  const settings = { publishable_key: shop.publishableKey };
  const more = { name: 'shop', currency: 'EUR', payment: 'pp_system_default', settings, trackEveryMs: 3_600_000 };
  shop.register(euroCustomer.email, euroCustomer.password);
  return {
    kind: medusa,
    store: liveStore('medusa', shop.url, more),
    url: `${shop.url}/products/mug`,
    sold: () => shop.orders.length,
    revenue: () =>
      shop.orders.reduce((sum, { sold, refunded }) => sum + cents(Number(sold.total)) - cents(refunded), 0),
    raise: () => {
      shop.products.find(({ handle }) => handle === 'mug')!.variants[0]!.price += 0.1;
    },
    ship: (number) => shop.advance(number),
    refund: (number, amount) => {
      shop.receiveReturns(number, amount / 100);
      shop.refund(number, amount / 100);
    },
    cancel: (number) => shop.cancel(number),
    stop: shop.stop,
  };
}

async function openVendure(): Promise<EuroShop> {
  const shop = await startVendureStandIn(systemClock, 'EUR');
  const more = { name: 'shop', currency: 'EUR', payment: 'cash-on-delivery', trackEveryMs: 3_600_000 };
  const refunded = ({ payments }: (typeof shop.past)[number]): number =>
    (payments?.[0]?.refunds ?? []).reduce((sum, { total }) => sum + Number(total), 0);
  return {
    kind: vendure,
    store: liveStore('vendure', shop.url, more),
    url: `${shop.url}/products/mug`,
    sold: () => shop.past.length,
    revenue: () => shop.past.reduce((sum, order) => sum + order.totalWithTax - refunded(order), 0),
    raise: () => {
      shop.mood.dearer += 10;
    },
    ship: () => {},
    refund: (number, amount) => shop.refund(number, amount, 1),
    cancel: (number) => shop.cancel(number, 'all'),
    stop: shop.stop,
  };
}

describe.each([
  ['Medusa', openMedusa],
  ['Vendure', openVendure],
] as const)('the books of a %s store in euros and ours', (_name, open) => {
  testEuroBooks(open);
});
