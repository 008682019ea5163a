import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leastRoleFor } from '../../src/domains/access/accounts/index.ts';
import { createPictures } from '../../src/domains/catalog/products/index.ts';
import { createOutgoing } from '../../src/platform/outgoing/index.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { freePort } from '../harness/free-port.ts';
import { signIn } from '../harness/person.ts';
import { anyProduct, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
let system: TestSystem;
let contract: Contract;
let asked: string[] = [];
let port: number;
const store = createServer((request, response) => {
  asked.push(request.url ?? '');
  if (request.url?.startsWith('/silent/')) return;
  if (request.url === '/moved.png') return response.writeHead(302, { location: '/mug.png' }).end();
  if (request.url === '/inside') return response.writeHead(302, { location: 'http://127.0.0.1:5432/' }).end();
  if (request.url === '/page.png') return response.setHeader('content-type', 'image/png').end('<svg onload="x()">');
  if (request.url === '/huge.png') return response.end(Buffer.concat([png, Buffer.alloc(3 * 1024 * 1024)]));
  if (request.url === '/mug.png') return response.setHeader('content-type', 'text/html').end(png);
  return response.writeHead(404).end();
});

beforeAll(async () => {
  port = await freePort();
  store.listen(port, '127.0.0.1');
  system = await startSystem({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
  contract = await readContract(system);
});
afterAll(async () => {
  await system.stop();
  store.close();
});

describe('GET /pictures', () => {
  it('fetches a picture for a signed-in person, once, and nothing but pictures', async () => {
    const jane = await signIn(system, 'jane@example.com');
    const picture = (path: string) =>
      jane.call(`/pictures?url=${encodeURIComponent(`http://127.0.0.1:${port}${path}`)}`);
    asked = [];
    const shown = await picture('/mug.png');
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    await picture('/mug.png');
    expect(asked).toEqual(['/mug.png']);
    expect((await picture('/moved.png')).status).toBe(200);
    for (const path of ['/page.png', '/huge.png', '/gone.png']) expect((await picture(path)).status).toBe(404);
    const before = asked.length;
    await picture('/gone.png');
    expect(asked.length).toBe(before);
    for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'http://127.0.0.1:25/']) {
      expect((await jane.call(`/pictures?url=${encodeURIComponent(url)}`)).status).toBe(404);
    }
  });

  it('works for nobody else, and asks no store for them', async () => {
    asked = [];
    const path = `/pictures?url=${encodeURIComponent(`http://127.0.0.1:${port}/other.png`)}`;
    expect((await system.call(path)).status).toBe(401);
    expect((await system.call(path, { key: await system.mint() })).status).toBe(401);
    expect(asked).toEqual([]);
    // Everyone on the account sees the orders, so also what they look like.
    expect(leastRoleFor('GET', '/pictures')).toBe('viewer');
  });

  it('of a store that never answers leave room for those of other accounts', async () => {
    const outgoing = createOutgoing({ allowPrivate: true });
    const pictures = createPictures({ outgoing, now: Date.now });
    asked = [];
    const read = (path: string, accountId: string) => pictures.read(`http://127.0.0.1:${port}${path}`, accountId);
    const slow = Array.from({ length: 40 }, (_, place) => read(`/silent/${place}`, 'jane'));
    expect(await read('/mug.png', 'john')).toMatchObject({ type: 'image/png' });
    await expect.poll(() => asked.filter((path) => path.startsWith('/silent/')).length).toBe(4);
    await outgoing.close();
    expect(new Set(await Promise.all(slow))).toEqual(new Set([null]));
  });

  it('never reaches an internal address, not even by a redirect', async () => {
    const outgoing = createOutgoing({ allowPrivate: false });
    const pictures = createPictures({ outgoing, now: Date.now });
    asked = [];
    expect(await pictures.read(`http://127.0.0.1:${port}/mug.png`, 'jane')).toBeNull();
    expect(await pictures.read(`http://localhost:${port}/mug.png`, 'jane')).toBeNull();
    expect(asked).toEqual([]);
    await outgoing.close();
  });
});

describe('GET /orders/products', () => {
  it('says what the items of own orders are called and look like', async () => {
    const key = await system.mint();
    const { body } = await contract.post(
      '/orders',
      key,
      orderFor(await anyProduct(system, 'walmart'), { max_price: 900_000 }),
    );
    await system.queue.drain();
    const unknown = '00000000-0000-4000-8000-000000000000';
    const list = (as: string) => contract.get(`/orders/products?order_ids=${body.id},${unknown}`, as);
    expect((await list(key)).body.orders).toEqual([
      { order_id: body.id, products: [{ title: expect.any(String), image: expect.stringContaining('/shop/images/') }] },
    ]);
    const image = new URL((await list(key)).body.orders[0].products[0].image);
    expect((await system.call(image.pathname)).status).toBe(200);
    expect((await list(await system.mint())).body.orders).toEqual([]);
    expect((await contract.get('/orders/products?order_ids=x', key)).status).toBe(422);
    expect((await contract.get(`/orders/products?order_ids=${body.id}`)).status).toBe(401);
  });
});
