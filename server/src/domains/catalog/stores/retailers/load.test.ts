import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRetailers } from './list.ts';
import { loadRetailers } from './load.ts';

const shipped = new URL('../../../../../../config/retailers.json', import.meta.url);

describe('the catalog that is shipped', () => {
  it('holds exactly the 23 brands, from a to z', async () => {
    const ids = (await loadRetailers(shipped)).map((retailer) => retailer.id);
    expect(ids).toEqual([
      '1800flowers',
      'acehardware',
      'aliexpress',
      'amazon',
      'apple',
      'bestbuy',
      'chewy',
      'costco',
      'ebay',
      'etsy',
      'homedepot',
      'ikea',
      'kohls',
      'lowes',
      'macys',
      'nordstrom',
      'pokemoncenter',
      'rei',
      'staples',
      'target',
      'walgreens',
      'walmart',
      'wayfair',
    ]);
  });
});

describe('a catalog that cannot be used', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'errand-retailers-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const entry = {
    retailer: 'shop',
    display_name: 'Shop',
    base_url: 'shop.com',
    domains: ['shop.com'],
    supported_countries: ['US'],
    free_shipping: false,
    free_shipping_threshold_cents: null,
  };

  const product = { url: 'https://www.shop.com/p/{id}', pattern: '^/p/([0-9]{4})$', example: '1234' };

  it.each([
    ['{', 'not valid JSON'],
    ['{}', 'retailers'],
    [JSON.stringify({ retailers: [] }), '/retailers'],
    [JSON.stringify({ retailers: [{ ...entry, base_url: 'https://shop.com' }] }), '/retailers/0/base_url'],
    [JSON.stringify({ retailers: [{ ...entry, supported_countries: ['usa'] }] }), '/retailers/0/supported_countries/0'],
    [JSON.stringify({ retailers: [{ ...entry, retailer: 'shop.com' }] }), '/retailers/0/retailer'],
    [JSON.stringify({ retailers: [{ ...entry, free_shiping: true }] }), '/retailers/0'],
    [JSON.stringify({ retailers: [entry, entry] }), '"shop" is listed twice'],
    [JSON.stringify({ retailers: [{ ...entry, product: { ...product, pattern: '/p/(' } }] }), 'one group'],
    [JSON.stringify({ retailers: [{ ...entry, product: { ...product, pattern: '/p/[0-9]+' } }] }), 'one group'],
    [JSON.stringify({ retailers: [{ ...entry, product: { ...product, example: 'x' } }] }), 'does not extract "x"'],
    [
      JSON.stringify({ retailers: [{ ...entry, product: { ...product, url: 'https://other.com/p/{id}' } }] }),
      'not on one of its domains',
    ],
    [JSON.stringify({ retailers: [{ ...entry, product: { ...product, url: 'https://shop.com/p' } }] }), '/product/url'],
  ])('%#: %s', async (content, words) => {
    const path = join(folder, 'retailers.json');
    await writeFile(path, content);
    const message = await loadRetailers(path).catch((error: Error) => error.message);
    expect(message).toContain(path);
    expect(message).toContain(words);
    expect(message).not.toContain('\n');
  });

  it('says when the file is not there', async () => {
    await expect(loadRetailers(join(folder, 'none.json'))).rejects.toThrow('it does not exist');
  });
});

describe('listing', () => {
  const registry = (liveRetailers: string[]) => ({
    hasWorld: (world: string) => world === 'test' || liveRetailers.length > 0,
    supports: (world: string, retailer: string) => world === 'test' || liveRetailers.includes(retailer),
    forRetailer: () => null,
  });
  const everything = { limit: 1000, offset: 0, name: '' };
  const supportedIds = (listed: ReturnType<typeof listRetailers>) =>
    listed.page.filter((retailer) => retailer.isSupported).map((retailer) => retailer.id);

  it('says how each brand can be bought from, by its API first', async () => {
    const needs = { retailers: await loadRetailers(shipped), registry: registry([]) };
    const { page } = listRetailers(needs, { ...everything, callerWorld: 'live' });
    const waysOf = (id: string) => page.find((retailer) => retailer.id === id)?.ways.map(({ way }) => way);
    expect(waysOf('amazon')).toEqual(['api', 'recipe', 'desk']);
    for (const { id } of page.filter((retailer) => retailer.id !== 'amazon'))
      expect(waysOf(id)).toEqual(['recipe', 'desk']);
    expect(page.every(({ boughtBy }) => boughtBy === null)).toBe(true);
  });

  it('tells of the sandbox where there is no live connector, except to a live key, which can buy nothing', async () => {
    const needs = { retailers: await loadRetailers(shipped), registry: registry([]) };
    for (const callerWorld of [null, 'test'] as const) {
      expect(supportedIds(listRetailers(needs, { ...everything, callerWorld }))).toHaveLength(23);
    }
    expect(supportedIds(listRetailers(needs, { ...everything, callerWorld: 'live' }))).toEqual([]);
  });

  it('tells of the live mode where there is one, except to a test key', async () => {
    const needs = { retailers: await loadRetailers(shipped), registry: registry(['etsy']) };
    expect(supportedIds(listRetailers(needs, { ...everything, callerWorld: null }))).toEqual(['etsy']);
    expect(supportedIds(listRetailers(needs, { ...everything, callerWorld: 'live' }))).toEqual(['etsy']);
    expect(supportedIds(listRetailers(needs, { ...everything, callerWorld: 'test' }))).toHaveLength(23);
  });

  it('pages through what matches, and counts all of it', async () => {
    const needs = { retailers: await loadRetailers(shipped), registry: registry([]) };
    const asked = { name: 'AL', limit: 2, offset: 1, callerWorld: null };
    const { page, total } = listRetailers(needs, asked);
    expect(total).toBe(3);
    expect(page.map((retailer) => retailer.id)).toEqual(['walgreens', 'walmart']);
    expect(listRetailers(needs, { ...asked, offset: 3 })).toEqual({ page: [], total: 3 });
  });
});
