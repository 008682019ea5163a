import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const sources = join(import.meta.dirname, '..');

/** Forms that keep no draft, and why. */
const others = {
  'features/bulk/missing-columns.tsx': 'what it writes is a part of the draft of the batch',
  'features/buy/details.tsx': 'the checkout keeps its draft over both of its steps',
  'features/buy/search-page.tsx': 'what is searched for stands in the address',
  'features/device/device-page.tsx': 'a code',
  'features/operator/second-factor-page.tsx': 'a code',
  'features/operator/take-over-page.tsx': 'what is typed into the page of a store',
  'features/sign-in/ask-form.tsx': 'nobody is signed in',
  'ui/form.tsx': 'the form that keeps its fields',
};

it('is used by every form, so no draft is lost', () => {
  const bare = globSync('**/*.tsx', { cwd: sources }).filter((file) =>
    /<form\b/.test(readFileSync(join(sources, file), 'utf8')),
  );
  expect(bare.sort()).toEqual(Object.keys(others).sort());
});
