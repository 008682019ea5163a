import { describe, expect, it } from 'vitest';
import { watched } from '../readings.ts';
import { areBoundsValid, evaluateReading } from './model.ts';

const now = new Date('2026-08-21T10:00:00.000Z');
const rule = { fires_when: 'above' as const, threshold: 100, clears_at: 50, for_seconds: 60, breached_since: null };
const since = (seconds: number) => ({ ...rule, breached_since: new Date(now.getTime() - seconds * 1000) });

describe('evaluateReading', () => {
  it.each([
    ['well below', rule, 10, false, 'ok'],
    ['at the bound', rule, 100, false, 'ok'],
    ['beyond, for the first time', rule, 101, false, 'waits'],
    ['beyond, not for long enough', since(59), 101, false, 'waits'],
    ['beyond, for long enough', since(60), 101, false, 'fires'],
    ['beyond, told already', since(600), 500, true, 'stays'],
    ['between bound and clear', since(600), 75, true, 'stays'],
    ['clear', since(600), 50, true, 'ok'],
  ] as const)('%s', (_name, given, value, isOpen, verdict) => {
    expect(evaluateReading(given, value, { now, isOpen })).toBe(verdict);
  });

  it('fires below a threshold too', () => {
    const low = { ...rule, fires_when: 'below' as const, threshold: 50, clears_at: 100, for_seconds: 0 };
    expect(evaluateReading(low, 49, { now, isOpen: false })).toBe('fires');
    expect(evaluateReading(low, 99, { now, isOpen: true })).toBe('stays');
    expect(evaluateReading(low, 100, { now, isOpen: true })).toBe('ok');
  });
});

it('refuses thresholds that would never clear', () => {
  expect(areBoundsValid({ fires_when: 'above', threshold: 1, clears_at: 2 })).toBe(false);
  expect(areBoundsValid({ fires_when: 'below', threshold: 1, clears_at: 0 })).toBe(false);
  expect(areBoundsValid({ fires_when: 'below', threshold: 1, clears_at: 1 })).toBe(true);
});

it('formats readings', () => {
  expect(watched('disk.free_bytes')?.format(2 * 1024 ** 3)).toBe('2.00 GiB');
  expect(watched('wallets.available_cents')?.format(12_345)).toBe('$123.45');
  expect(watched('database.answer_ms')).toBeNull();
});
