import { expect, it } from 'vitest';
import { type Ability, abilities, type Connector } from '../../src/connectors/contract.ts';
import { type Current, call, need } from './subject.ts';

const methodsByAbility: Readonly<Record<Ability, readonly (keyof Connector)[]>> = {
  search: ['search'],
  product: ['product'],
  offers: ['offers'],
  checkout: ['prepare', 'submit'],
  quote: ['prepare', 'release'],
  find: ['find'],
  fence: ['fence'],
  history: ['history'],
  track: ['track'],
  cancel: ['cancel'],
  return: ['returnOptions', 'requestReturn', 'checkReturn'],
  login: ['login'],
};

export function declares(current: Current): void {
  it('has exactly the methods of its abilities', () => {
    const { connector } = current();
    for (const ability of abilities) {
      for (const method of methodsByAbility[ability]) {
        const isThere = typeof connector[method] === 'function';
        expect(isThere, `${ability}: ${String(method)}`).toBe(connector.abilities.has(ability));
      }
    }
  });

  it('recognizes nothing on another host', () => {
    const { connector } = current();
    expect(connector.locate(new URL('https://nobody.invalid/dp/B000000000'))).toBeNull();
    expect(connector.servesDomain('nobody.invalid')).toBe(false);
  });
}

export function shows(current: Current): void {
  it('searches page by page, without repeating itself', async (context) => {
    need(context, current(), 'search');
    const { connector, search } = current();
    const seen = new Set<string>();
    let page: number | null = 1;
    while (page !== null) {
      const query = { query: search.query, page, freeShipping: false };
      const answer = await connector.search!(search.retailer, query, call());
      for (const hit of answer.results) {
        expect(seen.has(hit.productId)).toBe(false);
        seen.add(hit.productId);
        expect(Number.isSafeInteger(hit.price)).toBe(true);
        expect(connector.locate(new URL(hit.url))).toEqual({ retailer: search.retailer, productId: hit.productId });
      }
      expect(answer.nextPage === null || answer.nextPage > page).toBe(true);
      page = answer.nextPage;
    }
    expect(seen.size).toBeGreaterThan(0);
  });

  it('finds nothing for nonsense', async (context) => {
    need(context, current(), 'search');
    const { connector, search } = current();
    const query = { query: search.nonsense, page: 1, freeShipping: false };
    const answer = await connector.search!(search.retailer, query, call());
    expect(answer).toMatchObject({ results: [], nextPage: null });
  });

  it('tells a product from a missing one', async (context) => {
    need(context, current(), 'product');
    const { connector, request, missingProduct } = current();
    expect(await connector.product!(request().lines[0]!.ref, call())).toMatchObject({ kind: 'found' });
    expect(await connector.product!(missingProduct, call())).toMatchObject({ kind: 'missing' });
  });

  it('lists offers in whole cents, at most one of them in the buy box', async (context) => {
    need(context, current(), 'offers');
    const { connector, request, missingProduct } = current();
    const answer = await connector.offers!(request().lines[0]!.ref, {}, call());
    if (answer.kind !== 'found') return expect.unreachable('the product of a buyable request has offers');
    expect(answer.offers.length).toBeGreaterThan(0);
    expect(answer.offers.filter((offer) => offer.buyBox).length).toBeLessThanOrEqual(1);
    expect(new Set(answer.offers.map((offer) => offer.offerId)).size).toBe(answer.offers.length);
    for (const offer of answer.offers) {
      expect(Number.isSafeInteger(offer.price) && offer.price > 0).toBe(true);
      if (offer.handlingDays) expect(offer.handlingDays.min).toBeLessThanOrEqual(offer.handlingDays.max);
      expect(offer.currency).toBe(connector.currency);
    }
    expect(await connector.offers!(missingProduct, {}, call())).toMatchObject({ kind: 'missing' });
  });
}
