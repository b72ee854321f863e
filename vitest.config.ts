import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', 'build/**', 'build-next/**', '.data/**'],
    pool: 'forks',
    maxWorkers: 2,
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
