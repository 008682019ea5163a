import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canReadLabels, readLabel } from '../../../../test/harness/read-label.ts';
import { creditsOf, placedOrder, returnFor } from '../../../../test/harness/returns.ts';
import { startSystem, type TestSystem } from '../../../../test/harness/system.ts';
import type { Connector, ReturnAnswer, ReturnRequest } from '../../../connectors/contract.ts';
import { createRegistry, type Registry } from '../../../connectors/registry.ts';
import { toCents } from '../../../kit/money.ts';
import { createBlobs } from '../../../platform/blobs/index.ts';
import { followReturn } from './follow-return.ts';
import type { ResolveNeeds } from './resolve-return.ts';
import { resolveReturn } from './resolve-return.ts';

let system: TestSystem;
let needs: ResolveNeeds;
let key: string;
beforeAll(async () => {
  system = await startSystem();
  needs = { database: system.database, clock: system.clock, blobs: await createBlobs(system.config) };
  ({ key } = await system.account('test'));
});
afterAll(() => system.stop());

const kept = async () => (await readdir(join(system.config.dataDir, 'blobs', 'labels')).catch(() => [])).length;

async function openReturn() {
  const placed = await placedOrder(system, key);
  const { body } = await system.post('/returns', key, returnFor(placed.order.id, placed.itemId));
  return { ...placed, id: body.id as string };
}

const from = {
  firstName: 'Jane',
  lastName: 'Doe',
  addressLine1: '1 Market St',
  addressLine2: null,
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94105',
  country: 'US',
  phoneNumber: null,
};
const approval = (...trackingNumbers: string[]) => ({
  status: 'approved' as const,
  merchantReturnId: 'RMA-1',
  parcels: trackingNumbers.map((trackingNumber) => ({ carrier: 'UPS', trackingNumber, from, to: from })),
  returnBy: '2026-12-31',
  notes: 'By the operator.',
});

describe('resolving a return', () => {
  it.skipIf(!canReadLabels)('draws a label for each package', async () => {
    const { id } = await openReturn();
    const numbers = ['1Z999AA10312345678', '1Z999AA10387654321'];
    const row = await resolveReturn(needs, id, approval(...numbers));
    expect(row).toMatchObject({ status: 'approved', return_by: '2026-12-31', resolution_notes: 'By the operator.' });
    const { body } = await system.get(`/returns/${id}`, key);
    expect(body.label_urls).toHaveLength(2);
    for (const [index, url] of body.label_urls.entries()) {
      const label = await readLabel(new Uint8Array(await (await fetch(url)).arrayBuffer()));
      expect(label.codes).toContainEqual({ format: 'Code128', text: numbers[index] });
      expect(label.words).toContain(`RETURN ${index + 1} OF 2`);
    }
  });

  it('may be approved without a label, when the retailer sends its own', async () => {
    const { id } = await openReturn();
    expect((await resolveReturn(needs, id, approval())).status).toBe('approved');
    expect((await system.get(`/returns/${id}`, key)).body.label_urls).toEqual([]);
  });

  it('leaves no label behind when someone else was first', async () => {
    const { id } = await openReturn();
    const before = await kept();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => resolveReturn(needs, id, approval('1Z999AA10312345678'))),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'return_not_allowed' });
    }
    expect(await kept()).toBe(before + 1);
  });

  it('credits the requested amount, up to what was paid', async () => {
    const [less, more] = [await openReturn(), await openReturn()];
    await resolveReturn(needs, less.id, { status: 'credited', amount: toCents(1), notes: null });
    await resolveReturn(needs, more.id, { status: 'credited', amount: toCents(10_000_000), notes: null });
    const credits = await creditsOf(system);
    expect(credits[less.id]).toBe(1);
    expect(credits[more.id]).toBe(more.total);
  });

  it('tells nobody anything when storage fails: the return stays open', async () => {
    const { id } = await openReturn();
    const full = { ...needs.blobs, put: () => Promise.reject(new Error('The disk is full.')) };
    await expect(resolveReturn({ ...needs, blobs: full }, id, approval('1Z999AA10312345678'))).rejects.toThrow('full');
    expect((await system.get(`/returns/${id}`, key)).body.status).toBe('open');
    const { rows } = await sql`select from return_labels where return_id = ${id}`.execute(system.database.db);
    expect(rows).toHaveLength(0);
  });

  it('sends an event with the return', async () => {
    const { id, order } = await openReturn();
    await resolveReturn(needs, id, { status: 'denied', notes: 'Worn.' });
    const { rows } = await sql<{ payload: unknown }>`
      select payload from jobs where kind = 'events' and payload ->> 'returnId' = ${id} order by id`.execute(
      system.database.db,
    );
    expect(rows.map((row) => row.payload)).toMatchObject([
      { type: 'return.requested', orderId: order.id, returnId: id },
      { type: 'return.resolved', orderId: order.id, returnId: id },
    ]);
  });

  it('returns 404 for an unknown return', async () => {
    const denial = { status: 'denied' as const, notes: null };
    const unknown = '00000000-0000-4000-8000-000000000000';
    await expect(resolveReturn(needs, unknown, denial)).rejects.toMatchObject({ status: 404 });
  });
});

describe('asking the retailer for a return', () => {
  /** What the retailer was asked, and with which answer (none: this process ends in the middle). */
  async function ask(id: string, answer: ReturnAnswer | null): Promise<ReturnRequest | null> {
    let heard: ReturnRequest | null = null;
    const connector: Pick<Connector, 'requestReturn' | 'checkReturn'> = {
      async requestReturn(request) {
        heard = request;
        if (answer === null) throw new Error('This process ends.');
        return answer;
      },
      checkReturn: async () => expect.unreachable('It was not filed.'),
    };
    const registry: Registry = {
      ...createRegistry([]),
      forOrder: () => ({ connector: connector as Connector }) as never,
    };
    const recordFor = async () => ({ merchantOrderIds: ['1'] }) as never;
    await followReturn({ ...needs, registry, recordFor }, id, AbortSignal.timeout(10_000)).catch(() => {});
    return heard;
  }
  const away: ReturnAnswer = { kind: 'unreachable', message: 'Away.' };

  it('says that the request may have arrived, unless it certainly did not', async () => {
    const { id } = await openReturn();
    expect(await ask(id, away)).toMatchObject({ askedAt: null });
    expect(await ask(id, null)).toMatchObject({ askedAt: null });
    const again = await ask(id, away);
    expect(again?.askedAt).toBeInstanceOf(Date);
    // Being away the second time says nothing about the first.
    expect(await ask(id, null)).toMatchObject({ askedAt: again?.askedAt });
  });

  it('names the other returns of the order that the retailer has', async () => {
    const { order, itemId } = await placedOrder(system, key, 3);
    const open = async () => (await system.post('/returns', key, returnFor(order.id, itemId))).body.id as string;
    const [taken, unheard, own] = [await open(), await open(), await open()];
    expect(await ask(unheard, away)).toMatchObject({ others: [] });
    await resolveReturn(needs, taken, approval());
    expect(await ask(own, away)).toMatchObject({ others: [{ lineId: itemId, quantity: 1 }] });
  });
});
