import { credentialFor, readChallenges } from '../sdk/src/payer.ts';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import { fieldsOf, listOf } from '../server/src/kit/fields.ts';
import { type Measured, measured, middle, ratioOf } from './accept.ts';
import { load } from './ask.ts';
import { type Row, type Scene, withApi } from './scene.ts';

/** As long as the credentials can be fetched in a reasonable time before each round. */
const secondsMax = 2;

/** (e) A challenge, and a paid call, against the same call with a key. */
export async function measureAgents(scene: Scene): Promise<Row[]> {
  return withApi(scene, async (api) => {
    const { key } = assertDefined(scene.accounts[0]);
    const productId = await someProduct(api.url, key);
    const paid = `/agent/products/details?product_id=${productId}&retailer=walmart`;
    const seconds = Math.min(scene.seconds, secondsMax);
    const plan = { port: api.port, clients: scene.clients, seconds };
    const keyed = { method: 'GET', path: `/products/${productId}?retailer=walmart`, key, body: null };
    const unpaid = { method: 'POST', path: paid, key: null, body: null };
    const calls = {
      keyed: { ...plan, requests: [keyed], status: 200 },
      challenge: { ...plan, requests: [unpaid], status: 402 },
    };
    for (const call of Object.values(calls)) await load({ ...call, seconds: 1 });
    const seen: Record<'keyed' | 'challenge' | 'paid', Measured[]> = { keyed: [], challenge: [], paid: [] };
    for (let round = 0; round < scene.rounds; round += 1) {
      for (const name of ['keyed', 'challenge'] as const) {
        seen[name].push(await measured(scene, [api.pid], () => load(calls[name])));
      }
      // A credential is good once, and no more are needed than the same call with a key was answered.
      const wanted = Math.ceil(assertDefined(seen.keyed[round]).count * 1.5) + 2 * scene.clients;
      const authorizations = await credentials(api.url + paid, wanted, scene.clients);
      const requests = authorizations.map((authorization) => ({ ...unpaid, authorization }));
      seen.paid.push(await measured(scene, [api.pid], () => load({ ...plan, requests, status: 200 })));
    }
    const memoryMb = api.memoryMb();
    const row = (what: string, results: Measured[], target: string): Row => {
      return { ...middle(results), what, memoryMb, ratio: ratioOf(results, seen.keyed), target };
    };
    return [
      { ...middle(seen.keyed), what: 'GET /products/{id} with a key', memoryMb },
      row('a 402 of POST /agent/products/details', seen.challenge, 'no slower than with a key'),
      row('POST /agent/products/details, paid', seen.paid, 'one more write than with a key'),
    ];
  });
}

async function someProduct(url: string, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const found = await fetch(`${url}/products/search?query=usb&retailer=walmart`, { headers });
  const [first] = listOf(fieldsOf(await found.json()).results);
  return encodeURIComponent(String(assertDefined(fieldsOf(first).product_id)));
}

async function credentials(url: string, count: number, clients: number): Promise<string[]> {
  const made: string[] = [];
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (made.length < count) {
        const response = await fetch(url, { method: 'POST' });
        await response.arrayBuffer();
        const [challenge] = readChallenges(response.headers.get('www-authenticate') ?? '');
        made.push(credentialFor(assertDefined(challenge), { token: 'sandbox_ok' }));
      }
    }),
  );
  return made;
}
