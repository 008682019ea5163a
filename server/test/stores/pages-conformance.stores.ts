import { afterAll, beforeAll, describe } from 'vitest';
import { findChromium } from '../../src/connectors/browser/chromium.ts';
import { connectorConformance } from '../conformance/index.ts';
import { pagesSubject } from '../harness/pages-shop/conformance.ts';
import { startPagesSessions } from '../harness/pages-shop/connector.ts';

describe.skipIf(findChromium() === null)('a store of pages', { timeout: 240_000 }, () => {
  let visits: Awaited<ReturnType<typeof startPagesSessions>> | undefined;
  beforeAll(async () => {
    visits = await startPagesSessions();
  });
  afterAll(() => visits?.stop());

  connectorConformance('A shop of pages, bought from by an account', () => pagesSubject(visits!));
});
