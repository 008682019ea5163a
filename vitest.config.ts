import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

/**
 * What takes longest begins first, so that it does not run alone at the end. What mostly waits is beside what mostly
 * computes. A clean clone knows no times of its own.
 */
const longest = [
  'journeys/live-pages-late.test.ts',
  'races/kill.test.ts',
  'journeys/move.test.ts',
  'journeys/web-pages.test.ts',
  'journeys/live-vendure.test.ts',
  'browser/conformance.test.ts',
  'races/live-promise.test.ts',
  'races/deploy.test.ts',
  'contract/hostile.test.ts',
  'browser/language.test.ts',
  'journeys/managed-accounts.test.ts',
  'browser/late-sale.test.ts',
  'races/account-queue.test.ts',
  'journeys/web-jobs-account.test.ts',
  'journeys/web-developers.test.ts',
  'journeys/web-dashboard.test.ts',
  'journeys/web-jobs.test.ts',
  'journeys/web-numbers.test.ts',
  'journeys/web-operator.test.ts',
  'browser/theme-recipes.test.ts',
  'database/embedded.test.ts',
  'journeys/web-stores.test.ts',
  'browser/redesign.test.ts',
  'vendure/conformance.test.ts',
  'journeys/web-agents.test.ts',
  'journeys/web-once.test.ts',
  'journeys/backup.test.ts',
  'browser/steps.test.ts',
];
const placeOf = (file: string): number => {
  const place = longest.findIndex((part) => file.includes(part));
  return place === -1 ? longest.length : place;
};

class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    return (await super.sort(files)).toSorted((one, other) => placeOf(one.moduleId) - placeOf(other.moduleId));
  }
}

export default defineConfig({
  test: {
    include: ['bench/**/*.test.ts', 'server/**/*.test.ts', 'sdk/**/*.test.ts', 'cli/**/*.test.ts', 'web/**/*.test.ts'],
    globalSetup: ['server/test/harness/global-setup.ts'],
    pool: 'forks',
    // Files share what they import: loading it anew for each of them was more than half of the time. No module of ours keeps state.
    isolate: false,
    // Two for each core of a small machine: tests wait a good part of their time.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Patient, since the machine is busy: what waits in vain fails a little later.
    testTimeout: 40_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
