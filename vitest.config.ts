import { defineConfig } from 'vitest/config';
import OrderFiles from './tests/build/order-files.ts';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', 'build/**', '.data/**'],
    pool: 'forks',
    // One more than the processors that a small machine has: there is always a test that waits for something.
    maxWorkers: 3,
    // What a test makes lives briefly: with more room for it, the collector runs a quarter as often.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: OrderFiles },
    // Each worker loads the modules once, as Node itself does, and keeps them for all its files; what differs is in each file's database.
    isolate: false,
    experimental: { viteModuleRunner: false },
    // Screens are rendered as in a shop; React's development build takes several times as long.
    env: { NODE_ENV: 'production' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: ['tests/build/set-up-database.ts'],
  },
});
