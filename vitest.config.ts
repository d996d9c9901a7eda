import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['shinsa-source'] },
  ssr: { resolve: { conditions: ['shinsa-source'] } },
  test: {
    globalSetup: ['test/browser/build-page.ts'],
    include: ['{src,web,test,examples,bench,scripts}/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
  },
})
