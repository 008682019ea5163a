import { defineConfig } from 'vitest/config';

/** The long suites against real stores, which `npm run test:stores` installs and starts. */
export default defineConfig({
  test: {
    include: ['server/test/stores/*.stores.ts'],
    globalSetup: ['server/test/harness/global-setup.ts'],
    pool: 'forks',
    // One store at a time is enough for a small machine.
    maxWorkers: 1,
    testTimeout: 300_000,
    hookTimeout: 1_200_000,
  },
});
