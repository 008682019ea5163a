import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock } from '../harness/fake-clock.ts';
import { canReadLabels, readLabel } from '../harness/read-label.ts';
import { placedOrder, returnFor } from '../harness/returns.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let key: string;
const clock = fakeClock();
const dayMs = 86_400_000;
beforeAll(async () => {
  system = await startSystem({ clock, withLive: true });
  ({ key } = await system.account('test'));
});
afterAll(() => system.stop());

async function openReturn(more: Record<string, unknown> = {}) {
  const placed = await placedOrder(system, key);
  const { body } = await system.post('/returns', key, returnFor(placed.order.id, placed.itemId, more));
  return { ...placed, returned: body };
}

describe('label links', () => {
  const labelOf = async (id: string) => (await system.get(`/returns/${id}`, key)).body.label_urls[0] as string;
  const open = (url: string) => system.get(url.slice(system.url.length));

  it.skipIf(!canReadLabels)('serve a PDF whose barcode reads back, with safe headers and without a key', async () => {
    const { returned, order } = await openReturn({ reason: 'damaged' });
    await system.queue.drain();
    const { body } = await system.get(`/returns/${returned.id}`, key);
    const response = await fetch(body.label_urls[0]);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('content-disposition')).toMatch(/^inline; filename="return-label-[0-9a-f-]{36}\.pdf"$/);
    const label = await readLabel(new Uint8Array(await response.arrayBuffer()));
    const tracking = label.codes.find((code) => code.format === 'Code128')?.text;
    expect(label.codes).toContainEqual({ format: 'QRCode', text: `${body.merchant_return_id}|${tracking}` });
    expect(label.words.replaceAll(' ', '')).toContain(tracking);
    expect(label.words).toContain('Jane Doe');
    expect(label.words).toContain(order.merchant_order_ids[0]);
    expect(label.words).toContain('SAMPLE');
  });

  it('expire after seven days, and a fresh fetch makes a fresh one', async () => {
    const { returned } = await openReturn({ reason: 'damaged' });
    await system.queue.drain();
    const url = await labelOf(returned.id);
    clock.advance(7 * dayMs - 1000);
    expect((await open(url)).status).toBe(200);
    clock.advance(1000);
    const expired = await open(url);
    expect(expired.status).toBe(403);
    expect(expired.body.error).toMatchObject({ code: 'forbidden', details: { reason: 'expired' } });
    expect(expired.body.error.message).toContain('expired');
    const fresh = await labelOf(returned.id);
    expect(fresh).not.toBe(url);
    expect((await open(fresh)).status).toBe(200);
  });

  it('say so when they were changed', async () => {
    const [one, two] = [await openReturn({ reason: 'damaged' }), await openReturn({ reason: 'damaged' })];
    await system.queue.drain();
    const [url, other] = [new URL(await labelOf(one.returned.id)), new URL(await labelOf(two.returned.id))];
    const changed = (change: (copy: URL) => void) => {
      const copy = new URL(url);
      change(copy);
      return open(copy.href);
    };
    const attempts = [
      await changed((copy) => copy.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1))),
      await changed((copy) => copy.searchParams.set('expires', '1e12')),
      await changed((copy) => copy.searchParams.set('expires', '')),
      await changed((copy) => copy.searchParams.set('signature', other.searchParams.get('signature')!)),
      await changed((copy) => copy.searchParams.set('signature', 'A'.repeat(43))),
      await changed((copy) => copy.searchParams.set('signature', '')),
      await changed((copy) => copy.searchParams.delete('signature')),
      await changed((copy) => {
        copy.search = '';
      }),
    ];
    for (const answer of attempts) {
      expect(answer.status).toBe(403);
      expect(answer.body.error).toMatchObject({ code: 'forbidden', details: { reason: 'invalid_signature' } });
      expect(answer.body.error.message).toContain('changed');
    }
    const unknown = await changed((copy) => {
      copy.pathname = '/labels/00000000-0000-4000-8000-000000000000.pdf';
    });
    const { request_id: _, ...answer } = unknown.body.error;
    const { request_id: __, ...expected } = attempts[0]!.body.error;
    expect([unknown.status, answer]).toEqual([403, expected]);
    expect((await system.get('/labels/x.pdf')).status).toBe(422);
  });
});
