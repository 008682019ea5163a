import { describe, it } from 'vitest';
import { killWhilePaying } from '../harness/stores/kills.ts';
import { vendureInstallation } from '../harness/stores/live-system.ts';

describe.skipIf(vendureInstallation === null)('kill -9 between submit and answer at a real Vendure', () => {
  it('leaves one order in its books, each time', { timeout: 300_000 }, () => killWhilePaying('vendure', 2));
});
