import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { findBrowser } from './test/browser/find-browser.ts'

const hasBrowser = findBrowser() !== undefined
if (!hasBrowser) process.on('exit', sayWhatIsLeftOut)

/** Only what runs the command line or the page has pages built before it. */
const buildsPages = { globalSetup: ['test/browser/build-page.ts'] }

export default defineConfig({
  resolve: { conditions: ['shinsa-source'] },
  ssr: { resolve: { conditions: ['shinsa-source'] } },
  test: {
    // Most tests wait for a process, a server or a browser: one more than there are processors keeps all of them at work.
    maxWorkers: availableParallelism() + 1,
    // Only what hangs runs into these: how fast a machine is today is nothing that a test may depend on.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      project('unit', [
        '{src,web,bench,scripts}/**',
        'test/*',
        'test/{conformance,docs,postgres}/**',
        'test/browser/find-browser',
      ]),
      project('e2e', ['test/{e2e,package}/**', 'examples/**'], {
        globalSetup: [...buildsPages.globalSetup, 'test/package/pack-once.ts'],
      }),
      project('browser', hasBrowser ? ['test/browser/!(find-browser)'] : [], buildsPages),
    ],
  },
})

function project(
  name: string,
  places: readonly string[],
  options: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration {
  const include = places.map((place) => `${place.replace(/\/\*\*$/, '/**/*')}.test.{ts,tsx}`)
  return { extends: true, test: { ...options, name, include, exclude: configDefaults.exclude } }
}

function sayWhatIsLeftOut(): void {
  console.log(
    'not tested: the page (test/browser), because there is no Chromium, Chrome or Edge; CHROMIUM=PATH names one',
  )
}
