import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Each file is a process of its own: a real SQLite file, a real port.
    pool: 'forks',
    maxWorkers: 2,
  },
})
