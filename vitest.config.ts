import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'sdk/**/*.test.ts', 'cli/**/*.test.ts', 'web/**/*.test.ts'],
    globalSetup: ['server/test/harness/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
