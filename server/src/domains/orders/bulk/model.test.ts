import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRow } from '../../../kit/csv.ts';
import { canMove, type Moves } from '../../../kit/moves.ts';
import { orderStatuses } from '../orders/index.ts';
import { targetOf } from './columns.ts';
import {
  type BatchCounts,
  type BatchStatus,
  batchStatusOf,
  orderStatusesOf,
  rowStatuses,
  rowStatusOf,
} from './model.ts';

describe('rowStatusOf', () => {
  it('tells every order status, and is told back by orderStatusesOf', () => {
    const told = Object.fromEntries(orderStatuses.map((status) => [status, rowStatusOf(status)]));
    expect(told).toEqual({
      pending: 'pending',
      in_progress: 'pending',
      order_placed: 'placed',
      order_failed: 'failed',
      cancelled: 'cancelled',
      cancelled_by_retailer: 'placed',
    });
    expect(rowStatusOf(null)).toBe('pending');
    expect(rowStatuses.flatMap(orderStatusesOf).sort()).toEqual([...orderStatuses].sort());
  });
});

/** What a client that watches a batch may see. */
const batchMoves: Moves<BatchStatus> = {
  pending: ['processing', 'completed', 'failed'],
  processing: ['completed', 'failed'],
  completed: [],
  failed: [],
};

describe('batchStatusOf', () => {
  it('is pending until the first order is made', () => {
    const counts = { rows: 2, made: 0, placed: 0, failed: 0, cancelled: 0 };
    expect([counts, { ...counts, made: 1 }].map(batchStatusOf)).toEqual(['pending', 'processing']);
  });

  it('never goes back, however the orders go', () => {
    const ends = fc.array(fc.constantFrom('placed', 'failed', 'cancelled'), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(ends, fc.infiniteStream(fc.nat()), (outcomes, dice) => {
        const counts: BatchCounts = { rows: outcomes.length, made: 0, placed: 0, failed: 0, cancelled: 0 };
        const left = [...outcomes] as ('placed' | 'failed' | 'cancelled')[];
        let status = batchStatusOf(counts);
        while (left.length > 0) {
          const ended = outcomes.length - left.length;
          if (counts.made > ended && (dice.next().value as number) % 2 === 0) counts[left.pop()!] += 1;
          else if (counts.made < counts.rows) counts.made += 1;
          const next = batchStatusOf(counts);
          expect(next === status || canMove(batchMoves, status, next)).toBe(true);
          status = next;
        }
        expect(status).toBe(outcomes.includes('placed') ? 'completed' : 'failed');
      }),
    );
  });
});

describe('targetOf', () => {
  it.each([
    ['Product URL', { kind: 'product', number: 0 }],
    ['product_url_2', { kind: 'product', number: 2 }],
    ['url', { kind: 'product', number: 0 }],
    ['Qty-3', { kind: 'quantity', number: 3 }],
    ['FULL NAME', { kind: 'field', field: 'name' }],
    ['street', { kind: 'field', field: 'address1' }],
    ['Zip Code', { kind: 'field', field: 'zip' }],
    ['account', { kind: 'field', field: 'retailer_credentials_id' }],
    ['image_url', null],
    ['product_url_two', null],
    ['', null],
  ])('%s', (column, target) => expect(targetOf(column)).toEqual(target));
});

describe('csvRow', () => {
  it.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx', '\nx', ' =1', '\u00a0=1'])('turns %j into text', (cell) => {
    expect(csvRow([cell]).replaceAll('"', '')).toBe(`'${cell}\r\n`);
  });

  it.each([
    ['a;=1+1', "a;'=1+1"],
    ['a\t=1', "a\t'=1"],
    ['a\n=1', "a\n'=1"],
    ['a\r\n @x', "a\r\n '@x"],
    ['a;"=1', 'a;""\'=1'],
    ['x;y;+2', "x;y;'+2"],
  ])('turns what begins a formula inside of %j into text', (cell, safe) => {
    expect(
      csvRow([cell])
        .replaceAll(/^"|"\r\n$/g, '')
        .trimEnd(),
    ).toBe(safe);
  });

  it('keeps everything else, and a reader gets back what went in', () => {
    expect(csvRow(['a', null, 'b,c', 'd"e', 'f\ng', ' h', '1-2'])).toBe('a,,"b,c","d""e","f\ng"," h",1-2\r\n');
  });
});
