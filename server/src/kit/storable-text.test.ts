import { expect, it } from 'vitest';
import { cutText, storableText, storableValue } from './storable-text.ts';

it('has no NUL and no half of a character', () => {
  expect(storableText('a\0b\ud83dc')).toBe('a\uFFFDb\uFFFDc');
  expect(storableText('💩')).toBe('💩');
  expect(storableValue({ 'a\0': ['\udca9', { b: 1, c: null }] })).toEqual({ 'a\uFFFD': ['\uFFFD', { b: 1, c: null }] });
});

it('is cut between characters', () => {
  expect(cutText('ab💩', 3)).toBe('ab');
  expect(cutText('ab💩', 4)).toBe('ab💩');
  expect(cutText('abc', 2)).toBe('ab');
  expect(cutText('a\ud83d', 2)).toBe('a\uFFFD');
});
