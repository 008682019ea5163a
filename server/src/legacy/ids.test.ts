import { expect, it } from 'vitest';
import { newId } from '../kit/ids.ts';
import { requestIdOf, uuidOf } from './ids.ts';

it('an ID is the same with and without dashes, in any case', () => {
  for (let round = 0; round < 100; round += 1) {
    const id = newId();
    expect(requestIdOf(id)).toMatch(/^[0-9a-f]{32}$/);
    for (const spelled of [id, requestIdOf(id), id.toUpperCase(), requestIdOf(id).toUpperCase()]) {
      expect(uuidOf(spelled)).toBe(id);
    }
  }
});

it.each(['', 'x', '0123456789abcdef', `${'0'.repeat(32)}0`, `g${'0'.repeat(31)}`, '0123-4567'])(
  '%j is not an ID',
  (text) => {
    expect(() => uuidOf(text)).toThrow(expect.objectContaining({ code: 'invalid_request_id', status: 404 }));
  },
);
