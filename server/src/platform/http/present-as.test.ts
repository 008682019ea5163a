import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { moment, nullable, presentAs } from './index.ts';

const View = Type.Object({ id: Type.String(), at: moment(), ended_at: nullable(moment()), count: Type.Integer() });
const at = new Date('2026-08-21T10:00:00.000Z');

it('takes what the schema declares and leaves the rest out', () => {
  const row = { id: 7, at, ended_at: null, count: 3, secret: 'not for anyone' };
  expect(presentAs(View, row)).toEqual({ id: '7', at: at.toISOString(), ended_at: null, count: 3 });
});

it('keeps text, numbers and objects as they are', () => {
  const Whole = Type.Object({ number: nullable(Type.String()), details: Type.Record(Type.String(), Type.Unknown()) });
  expect(presentAs(Whole, { number: 12, details: { at: 1 } })).toEqual({ number: '12', details: { at: 1 } });
});
