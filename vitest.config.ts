import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['bench/**/*.test.ts', 'server/**/*.test.ts', 'sdk/**/*.test.ts', 'cli/**/*.test.ts', 'web/**/*.test.ts'],
    globalSetup: ['server/test/harness/global-setup.ts'],
    pool: 'forks',
    // Files share what they import: loading it anew for each of them was more than half of the time. No module of ours keeps state.
    isolate: false,
    // One more than the two cores of a small machine: tests wait a good part of their time.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
