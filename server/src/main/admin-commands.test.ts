import { expect, it } from 'vitest';
import { commandIn } from './admin-commands.ts';
import { usage } from './admin-usage.ts';
import { UsageError } from './key-options.ts';

/** The words of each command that the help shows: what stands before its first option or file. */
const shown = [...usage.matchAll(/^ {2}([a-z][a-z ]*[a-z])/gm)].map((match) => String(match[1]).split(' '));

it.each(shown.map((words) => [words.join(' '), words] as const))('knows what its help shows: %s', (_name, words) => {
  expect(commandIn([...words]).command).toBeTypeOf('function');
});

it('shows every area in its help', () => {
  expect(new Set(shown.map(([area]) => area)).size).toBeGreaterThan(12);
});

it('takes a subject for stores and policies alone', () => {
  expect(commandIn(['stores', 'check', 'shop']).subject).toBe('shop');
  for (const words of [['restored', 'now'], ['keys', 'list', 'all'], ['stores', 'check', 'a', 'b'], ['toString'], []]) {
    expect(() => commandIn(words)).toThrow(UsageError);
  }
});
