import { describe, expect, it } from 'vitest';
import { canReadLabels, readWords } from '../../../../test/harness/read-label.ts';
import { statementPdf } from './documents.ts';
import type { Movement } from './statement.ts';

const at = new Date('2026-11-19T10:54:00Z');
const order = { at, cause: 'order', reference: '0f31fa6a-0d34-4846-ab72-efc99a28c314', note: null };

function movement(kind: string, change: number, held: number): Movement {
  const amount = Math.max(Math.abs(change), Math.abs(held));
  return { ...order, kind, change_cents: change, held_cents: held, amount_cents: amount, from: '', to: '' };
}

describe.runIf(canReadLabels)('a statement', () => {
  it('names months, transactions and orders like the wallet page, and says what each changes', async () => {
    const movements = [
      { ...movement('fund', 12_000, 0), cause: 'payment', note: 'Top-up' },
      movement('hold', 0, 27_600),
      movement('capture', -1999, -1999),
      movement('release', 0, -25_601),
    ];
    const statement = { month: '2026-11', currency: 'EUR', openingCents: 500, closingCents: 10_501, movements };
    const holder = { service: 'errand.example', email: 'jane@example.com', world: 'live' as const };
    const words = (await readWords(await statementPdf(statement, holder, at))).replaceAll(/ +/g, ' ');
    const lines = words.split('\n').filter((line) => line.trim() !== '');
    expect(lines).toEqual([
      'Statement, November 2026 (EUR)',
      'errand.example',
      'Account: jane@example.com',
      'Opening balance: €5.00 EUR',
      'Date Transaction For On hold Amount Balance',
      'Nov 19, 2026, 10:54 AM UTC Funds added Top-up €120.00 €125.00',
      'Nov 19, 2026, 10:54 AM UTC On hold Order 0f31fa6a €276.00 €125.00',
      'Nov 19, 2026, 10:54 AM UTC Paid to the store Order 0f31fa6a -€19.99 -€19.99 €105.01',
      'Nov 19, 2026, 10:54 AM UTC Hold released Order 0f31fa6a -€256.01 €105.01',
      'Closing balance: €105.01 EUR',
    ]);
  });
});
