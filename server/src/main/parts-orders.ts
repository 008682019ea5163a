import { createCanPackAnswers } from '../domains/access/accounts/index.ts';
import { readProducts } from '../domains/catalog/products/index.ts';
import { readOnlyAccountOf } from '../domains/catalog/retailer-accounts/index.ts';
import { createAcceptor, createOrderReader, type FullOrder, type NewOrder } from '../domains/orders/orders/index.ts';
import { createAftercareReader, purchaseRecordOf, useQuote } from '../domains/orders/placement/index.ts';
import type { ExchangeRate } from '../kit/exchange-rate.ts';
import { runOnTestClock } from '../kit/test-clock.ts';
import type { World } from '../kit/world.ts';
import type { BaseParts, CallerParts } from './parts-base.ts';
import type { CardParts } from './parts-cards.ts';
import type { StoreParts } from './parts-stores.ts';
import { traceAcceptor } from './telemetry.ts';

export type OrderParts = ReturnType<typeof createOrderParts>;

/** Creates the functions of an order, from search to return. */
export function createOrderParts(parts: BaseParts & CallerParts & StoreParts & CardParts) {
  const { config, database, background, db, clock, logger, vault, registry, blobs, codes, telemetry } = parts;
  const { guard, usage, countriesOf, idSecret } = parts;
  const rateOf = async (world: World, currency: string): Promise<ExchangeRate | null> => {
    const answer = await parts.rates.find(world, currency);
    return answer.kind === 'rate' ? answer.rate : null;
  };
  const products = { database, db, clock, logger, registry, guard, usage, rateOf, inFlightRequests: new Map() };
  const acceptor = createAcceptor({
    database,
    clock,
    registry,
    vault,
    codes,
    cards: parts.cardAcceptance,
    countriesOf,
    sandboxTimeScale: config.sandboxTimeScale,
    rates: parts.rates,
    quoted: (caller, quoteId, digest) => useQuote({ db, clock }, caller, quoteId, digest),
    publicUrl: parts.publicUrl,
    productsOf: ({ world, retailer, items }: NewOrder) =>
      // Product data is shared by everyone, so it uses real time.
      runOnTestClock(null, () =>
        readProducts(
          products,
          world,
          items.map(({ product_id: productId }) => ({ retailer, productId })),
        ),
      ),
    idSecret,
    mayPack: createCanPackAnswers(db),
  });
  const aftercareOf = createAftercareReader({
    executor: background.db,
    vault,
    readAccount: (id: string) => readOnlyAccountOf({ database: background, clock, logger, vault }, id),
  });
  const recordFor = async (order: FullOrder) => purchaseRecordOf(order, await aftercareOf(order.id));
  return {
    products,
    acceptor: traceAcceptor(telemetry, acceptor),
    read: createOrderReader(database),
    managedAccounts: { database, db, clock, logger, vault, registry, mailDomain: config.mailDomain },
    recordFor,
    tracking: { database, clock, registry, recordFor },
    returns: { database, clock, registry, blobs, recordFor },
  };
}
