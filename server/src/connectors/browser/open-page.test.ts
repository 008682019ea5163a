import { expect, it } from 'vitest';
import { fillAddress } from './open-page.ts';

it('encodes values in the query of an address, and leaves whole addresses alone', () => {
  const scope = { line: { url: 'https://shop.example/a?b=c' }, query: { query: 'salt & pepper #1', page: 2 } };
  const address = fillAddress('/find?what={{query.query}}&page={{query.page}}', scope);
  const { searchParams } = new URL(address, 'https://shop.example');
  expect(Object.fromEntries(searchParams)).toEqual({ what: 'salt & pepper #1', page: '2' });
  expect(fillAddress('{{line.url}}', scope)).toBe('https://shop.example/a?b=c');
});
