import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../../test/harness/fake-clock.ts';
import { hourMs, minuteMs } from '../../../../kit/clock.ts';
import { createRates } from './rates.ts';
import { readRates } from './read-rates.ts';

const clock = fakeClock();
const logger = { warn: () => {} };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errand-rates-'));
});
afterAll(() => rm(folder, { recursive: true }));

const fileOf = (eur: string, date = clock.now().toISOString()) =>
  `{"base": "USD", "date": "${date}", "rates": {"EUR": ${eur}, "JPY": 155.1}}`;
const none = { get: () => Promise.reject(new Error('Nothing is fetched.')) };

describe('exchange rates', () => {
  it('keep every digit of the file', () => {
    expect(readRates(fileOf('0.92000000000000000001')).rates.get('EUR')).toBe('0.92000000000000000001');
    for (const text of ['{}', '[]', fileOf('0'), fileOf('-1'), fileOf('null'), fileOf('1', 'soon')]) {
      expect(() => readRates(text)).toThrow(/must/);
    }
    expect(() => readRates(fileOf('1').replace('"USD"', '"EUR"'))).toThrow('base');
  });

  it('are read again when the file changes, and are not used after 48 hours', async () => {
    const source = join(folder, 'rates.json');
    const rates = createRates({ clock, logger, outgoing: none, source, markupBps: 25 });
    expect(await rates.find('live', 'EUR')).toMatchObject({ kind: 'none' });
    await writeFile(source, fileOf('0.92'));
    const wanted = { rate: { currency: 'EUR', rate: '0.92', markupBps: 25 } };
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => rates.find('live', 'EUR')));
    for (const found of atOnce) expect(found).toMatchObject(wanted);
    await writeFile(source, `${fileOf('0.5')} `);
    expect(await rates.find('test', 'EUR')).toMatchObject({ rate: { rate: '0.5' } });
    await writeFile(source, 'broken');
    expect(await rates.find('live', 'EUR')).toMatchObject({ rate: { rate: '0.5' } });
    expect(await rates.find('live', 'CHF')).toMatchObject({ reason: expect.stringContaining('CHF') });
    clock.advance(48 * hourMs + 1);
    expect(await rates.find('live', 'EUR')).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining('48 hours'),
    });
    await writeFile(source, fileOf('0.91', new Date(clock.now().getTime() + 49 * hourMs).toISOString()));
    expect(await rates.find('live', 'EUR')).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining('in the future'),
    });
  });

  it('are fetched once an hour, and the last ones stay while the source is down', async () => {
    let eur = '0.9';
    let calls = 0;
    const get = async () => {
      calls += 1;
      const text = fileOf(eur);
      return { kind: 'answered' as const, status: eur === '' ? 500 : 200, text, location: null };
    };
    const rates = createRates({ clock, logger, outgoing: { get }, source: 'https://rates.example', markupBps: 0 });
    const found = await Promise.all([rates.find('live', 'EUR'), rates.find('live', 'EUR')]);
    expect([found, calls]).toEqual([[expect.objectContaining({ kind: 'rate' }), expect.anything()], 1]);
    eur = '';
    clock.advance(hourMs);
    expect(await rates.find('live', 'EUR')).toMatchObject({ rate: { rate: '0.9' } });
    clock.advance(minuteMs);
    await rates.find('live', 'EUR');
    expect(calls).toBe(3);
  });

  it('are off by default in live mode, and built in in the sandbox', async () => {
    const rates = createRates({ clock, logger, outgoing: none, source: null, markupBps: 0 });
    expect(await rates.find('live', 'EUR')).toMatchObject({ reason: expect.stringContaining('FX_RATES') });
    expect(await rates.find('test', 'EUR')).toMatchObject({ rate: { rate: '0.92' } });
    expect(await rates.find('test', 'EUR', 'moved')).toMatchObject({ rate: { rate: '0.88' } });
    expect(await rates.find('test', 'EUR', 'stale')).toMatchObject({ reason: expect.stringContaining('48 hours') });
  });
});
