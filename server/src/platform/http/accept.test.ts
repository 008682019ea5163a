import { expect, it } from 'vitest';
import { prefersHtml } from './accept.ts';

it.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['text/html', true],
  ['TEXT/HTML;q=0.5', true],
  ['application/json, text/html', true],
  ['application/json, text/html;q=0.9', false],
  ['text/html;q=0', false],
  ['text/html;q=x', false],
  ['*/*', false],
  ['text/*', false],
  ['application/json', false],
  [undefined, false],
])('%s prefers HTML: %s', (accept, expected) => {
  expect(prefersHtml({ headers: { accept } })).toBe(expected);
});
