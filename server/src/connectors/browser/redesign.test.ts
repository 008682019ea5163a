import { afterAll, describe, expect, it } from 'vitest';
import { namesStep, subjects, tryVariant } from '../../../test/harness/changed-shop/changed-shop.ts';
import { createChromium, findChromium } from './chromium.ts';

/** A few of the variants of `node bench/redesigns.ts`: redesigns, other buttons, addresses, prices and quantities. */
const seeds =
  process.env.TEST_WHOLE === '1'
    ? { pages: [2, 4, 8, 9, 10, 11], corner: [1, 2, 3, 7, 9, 10, 13] }
    : { pages: [4, 9], corner: [2, 9, 10, 13] };

describe.skipIf(findChromium() === null)('a store whose pages changed', { timeout: 240_000 }, () => {
  const chromium = createChromium({ path: null, atOnce: 2 });
  afterAll(() => chromium.close());

  it.concurrent.each(Object.entries(seeds))('buys as ordered, or not at all: %s', async (name, chosen) => {
    const subject = await subjects[name]!();
    try {
      for (const seed of chosen) {
        const { isHarmless, outcome, message, changes } = await tryVariant(subject, chromium, seed, 4);
        expect({ seed, changes, message, outcome }).toMatchObject({ outcome: isHarmless ? 'bought' : 'refused' });
        if (!isHarmless) expect(message).toMatch(namesStep);
      }
    } finally {
      await subject.stop();
    }
  });
});
