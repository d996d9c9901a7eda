import { globSync, readFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { findBrowser } from './test/browser/find-browser.ts'
import { languagesPlayed, nightlyChoice } from './test/nightly.ts'

const hasBrowser = findBrowser() !== undefined
if (!hasBrowser) process.on('exit', sayWhatIsLeftOut)

/** Only what runs the command line or the page has pages built before it. */
const buildsPages = { globalSetup: ['test/browser/build-page.ts'] }

/**
 * The files that a worker plays share what they import, and a browser: importing anew takes longer than most of them. What their
 * threads and processes compile is kept where the program keeps its own; code whose work is counted has to be compiled.
 */
const sharing = { isolate: false, env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') } }

const besideTheCode = [
  '{src,web,bench,scripts}/**',
  'test/*',
  'test/{conformance,docs,postgres}/**',
  'test/browser/find-browser',
].map(testsIn)

/** Code whose work is counted has counters from its import on: each of these files has a process of its own. */
const counting = globSync(besideTheCode).filter((file) =>
  /\/(?:growth|count-work|regex-steps)\.ts'/.test(readFileSync(file, 'utf8')),
)

export default defineConfig(({ mode }) => {
  return {
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
        project('unit', besideTheCode, { ...sharing, exclude: [...configDefaults.exclude, ...counting] }),
        project('counted', counting),
        project('e2e', ['test/{e2e,package}/**', 'examples/**'].map(testsIn), {
          ...sharing,
          globalSetup: [...buildsPages.globalSetup, 'test/e2e/bundle-program.ts', 'test/package/pack-once.ts'],
        }),
        project('browser', hasBrowser ? [testsIn('test/browser/!(find-browser)')] : [], {
          ...sharing,
          ...buildsPages,
          provide: { languages: languagesPlayed(mode) },
        }),
      ].map((one) => chosen(one, nightlyChoice(mode, process.argv.slice(2)))),
    },
  }
})

type TestProject = { readonly extends: true; readonly test: ProjectTests }
type ProjectTests = NonNullable<TestProjectInlineConfiguration['test']> & { include: string[]; exclude: string[] }

function project(
  name: string,
  include: readonly string[],
  options: TestProjectInlineConfiguration['test'] = {},
): TestProject {
  return { extends: true, test: { exclude: configDefaults.exclude, ...options, name, include: [...include] } }
}

function chosen({ test, ...rest }: TestProject, { only, without }: ReturnType<typeof nightlyChoice>): TestProject {
  const isOwn = (file: string) => test.include.some((pattern) => matchesGlob(file, pattern))
  return {
    ...rest,
    test: { ...test, include: only?.filter(isOwn) ?? test.include, exclude: [...test.exclude, ...without] },
  }
}

function testsIn(place: string): string {
  return `${place.replace(/\/\*\*$/, '/**/*')}.test.{ts,tsx}`
}

function sayWhatIsLeftOut(): void {
  console.log(
    'not tested: the page (test/browser), because there is no Chromium, Chrome or Edge; CHROMIUM=PATH names one',
  )
}
