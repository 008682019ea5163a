import { afterAll, beforeAll, describe } from 'vitest';
import { pagesSubject } from '../../../test/harness/pages-shop/conformance.ts';
import { startPagesVisits } from '../../../test/harness/pages-shop/connector.ts';
import { connectorConformance } from '../conformance.ts';
import { findChromium } from './chromium.ts';

/** The whole suite runs with `npm run test:stores`. */
const shortForm = [
  'searches page by page, without repeating itself',
  'tells a product from a missing one',
  'buys once, for the price that it showed, and finds it by our reference',
  'does not buy a cart twice when the button is pressed twice',
  'has one purchase to find when the answer was lost after buying, and none when before',
  'tracks until nothing more happens',
];

describe.skipIf(findChromium() === null)('a shop that has only pages', { timeout: 240_000 }, () => {
  let visits: Awaited<ReturnType<typeof startPagesVisits>> | undefined;
  beforeAll(async () => {
    visits = await startPagesVisits();
  });
  afterAll(() => visits?.stop());

  connectorConformance('Pages, in short', async () => ({ ...(await pagesSubject(visits!)), only: shortForm }));
});
