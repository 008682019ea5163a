import { describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '../../../kit/clock.ts';
import { destinationOf, excerpt, maskedUrl, retryAfterMs, retryDelayAfter, webhookUrls } from './model.ts';
import { createSlots } from './slots.ts';

describe('webhookUrls', () => {
  it.each([
    [undefined, []],
    [null, []],
    ['', []],
    ['https://a.example', ['https://a.example']],
    [
      ['https://a.example', 'https://b.example'],
      ['https://a.example', 'https://b.example'],
    ],
    [['https://a.example', 'https://a.example'], ['https://a.example']],
  ])('%j is %j', (value, urls) => expect(webhookUrls(value)).toEqual(urls));

  it('keeps values that are not URLs, so that they are refused', () => {
    expect(webhookUrls([5, { url: 'x' }])).toEqual(['5', '{"url":"x"}']);
    expect(webhookUrls(false)).toEqual(['false']);
  });
});

describe('the retry schedule', () => {
  it('waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h, then fails', () => {
    const waits = Array.from({ length: 10 }, (_, index) => retryDelayAfter(index + 1, 1, 0));
    const hours = [2, 5, 10, 14, 20, 24].map((hour) => hour * hourMs);
    expect(waits).toEqual([5000, 5 * minuteMs, 30 * minuteMs, ...hours, null]);
  });

  it('adds up to 10 % jitter and is scaled', () => {
    expect(retryDelayAfter(1, 1, 1)).toBe(5500);
    expect(retryDelayAfter(1, 0.01, 0.5)).toBe(53);
    expect(retryDelayAfter(retryAfterMs.length, 0, 1)).toBe(0);
  });
});

describe('URLs', () => {
  it('names the endpoint without credentials and query', () => {
    expect(destinationOf('https://u:p@Shop.example:8443/hooks/1?order=2#x')).toEqual({
      origin: 'https://shop.example:8443',
      receiver: 'https://shop.example:8443/hooks/1',
    });
    expect(destinationOf('nonsense')).toEqual({ origin: 'nonsense', receiver: 'nonsense' });
  });

  it.each([
    ['https://user:secret@a.example/x?y=1', 'https://***:***@a.example/x?y=1'],
    ['https://token@a.example/x', 'https://***@a.example/x'],
    ['https://a.example/x', 'https://a.example/x'],
    ['nonsense', 'nonsense'],
  ])('shows %s as %s', (url, shown) => expect(maskedUrl(url)).toBe(shown));

  it('keeps the start of a long response', () => {
    expect(excerpt('x'.repeat(5000))).toHaveLength(1000);
  });
});

describe('slots', () => {
  const to = (receiver: string, origin = 'o') => ({ origin, receiver });
  const takeAll = (slots: ReturnType<typeof createSlots>, one: { origin: string; receiver: string }) => {
    let count = 0;
    while (slots.take(one)) count += 1;
    return count;
  };

  it('start with one per endpoint, double with each success up to 8, and drop to one after a failure', () => {
    const slots = createSlots();
    const counts: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const count = takeAll(slots, to('a'));
      counts.push(count);
      slots.release(to('a'), true);
      for (let rest = 1; rest < count; rest += 1) slots.release(to('a'), true);
    }
    expect(counts).toEqual([1, 2, 8, 8, 8]);
    slots.take(to('a'));
    slots.release(to('a'), false);
    expect(takeAll(slots, to('a'))).toBe(1);
    expect(slots.busy()).toEqual({ origins: [], receivers: ['a'] });
  });

  it('are at most 32 per host and 128 in all', () => {
    const slots = createSlots();
    const taken = Array.from({ length: 100 }, (_, index) => slots.take(to(`r${index}`))).filter(Boolean);
    expect(taken).toHaveLength(32);
    expect(slots.busy().origins).toEqual(['o']);
    for (let index = 0; index < 200; index += 1) slots.take(to(`s${index}`, `o${index}`));
    expect(slots.isFull()).toBe(true);
    expect(slots.take(to('new', 'new'))).toBe(false);
  });
});
