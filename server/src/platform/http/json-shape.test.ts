import { expect, it } from 'vitest';
import { findShapeFault } from './json-shape.ts';

const faultOf = (text: string, most = 1000) => findShapeFault(Buffer.from(text), most);

it.each([
  ['{"a":[1,2,{"b":null}]}'],
  ['"[[[[\\"[[[[,,,,"'],
  [`{"a":"${'\\\\'.repeat(50)}","b":[]}`],
  ['"never closed [[['],
])('finds nothing wrong with %s', (text) => {
  expect(faultOf(text, 8)).toBeNull();
});

it('stops where a text goes too deep', () => {
  expect(faultOf('['.repeat(64))).toBeNull();
  expect(faultOf('['.repeat(1_000_000))).toEqual({ kind: 'too_deep', position: 64 });
});

it('stops where a text holds too many values', () => {
  expect(faultOf(`[${'0,'.repeat(997)}0]`)).toBeNull();
  expect(faultOf(`[${'0,'.repeat(999)}0]`)).toEqual({ kind: 'too_many' });
});
