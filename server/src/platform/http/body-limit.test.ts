import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { bodyLimitOf } from './body-limit.ts';
import { closed, nullable, uuid } from './index.ts';

const most = 1024 * 1024;

it.each([
  [
    'a small body',
    closed({ label: nullable(Type.String({ maxLength: 100 })), id: uuid(), count: Type.Integer() }),
    65_536,
  ],
  ['a longer one', closed({ notes: Type.String({ maxLength: 10_000 }) }), 2 * (2 + 13 + 60_000)],
  [
    'lines of it',
    closed({ all: Type.Array(closed({ note: Type.String({ maxLength: 100 }) }), { maxItems: 100 }) }),
    123_026,
  ],
  ['choices', closed({ to: Type.Union([Type.Literal('a'), Type.String({ maxLength: 6_000 })]) }), 72_024],
  ['a text without an end', closed({ notes: Type.String() }), most],
  ['an array without an end', closed({ ids: Type.Array(uuid()) }), most],
  ['an open object', Type.Object({ a: Type.Boolean() }), most],
  ['a record', closed({ metadata: Type.Record(Type.String(), Type.Unknown()) }), most],
  ['no schema', undefined, most],
] as const)('%s', (_name, schema, limit) => {
  expect(bodyLimitOf(schema, most)).toBe(limit);
});
