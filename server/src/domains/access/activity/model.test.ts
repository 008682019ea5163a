import { expect, it } from 'vitest';
import { detailsOf } from './model.ts';

it('keeps the start of a long text, and no half of a character', () => {
  const details = detailsOf('createKey', { label: `${'x'.repeat(199)}💩`, world: 'live', other: '1' });
  expect(details).toEqual({ label: 'x'.repeat(199), world: 'live' });
});
