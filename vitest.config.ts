import { configDefaults, defineConfig } from 'vitest/config'
import { findBrowser } from './test/browser/find-browser.ts'

const hasBrowser = findBrowser() !== undefined
if (!hasBrowser) process.on('exit', sayWhatIsLeftOut)

export default defineConfig({
  resolve: { conditions: ['shinsa-source'] },
  ssr: { resolve: { conditions: ['shinsa-source'] } },
  test: {
    globalSetup: ['test/browser/build-page.ts'],
    include: ['{src,web,test,examples,bench,scripts}/**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, ...(hasBrowser ? [] : ['test/browser/**'])],
    // Only what hangs runs into these: how fast a machine is today is nothing that a test may depend on.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})

function sayWhatIsLeftOut(): void {
  console.log(
    'not tested: the page (test/browser), because there is no Chromium, Chrome or Edge; CHROMIUM=PATH names one',
  )
}
