import { readdirSync, readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { glyphs } from './kind.ts';

const range = Type.Tuple([Type.Number(), Type.Number()]);
const wordsByLabel = Type.Record(Type.String(), Type.String());

const Department = Type.Object({
  category: Type.String(),
  glyph: Type.Enum([...glyphs]),
  makers: Type.String(),
  pattern: Type.Optional(Type.String()),
  traded: Type.Optional(Type.Boolean()),
  kinds: Type.Array(
    Type.Object({
      noun: Type.String(),
      under: Type.String(),
      pattern: Type.Optional(Type.String()),
      lines: Type.String(),
      tails: Type.Optional(Type.String()),
      price: range,
      grams: range,
      bullets: Type.String(),
      specs: wordsByLabel,
      choose: Type.Optional(wordsByLabel),
      colors: Type.Optional(Type.String()),
      glyph: Type.Optional(Type.Enum([...glyphs])),
      makers: Type.Optional(Type.String()),
      traded: Type.Optional(Type.Boolean()),
    }),
  ),
});

const folder = new URL('./departments/', import.meta.url);

it.each(readdirSync(folder))('%s describes a department', (file) => {
  const words: unknown = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  expect([...Value.Errors(Department, words)]).toEqual([]);
});
