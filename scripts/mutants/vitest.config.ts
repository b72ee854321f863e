// Tests of pure rules for mutants: without a database, and in one process.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['domain/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    isolate: false,
    experimental: { viteModuleRunner: false },
    bail: 1,
    // A busy machine must not be taken for a test that noticed something.
    testTimeout: 300_000,
  },
});
