import { readFileSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { browserToLaunch } from './browser-to-launch.ts'
import { findBrowser } from './find-browser.ts'
import { reportPage, webPage } from '../../src/workspace/web-page.ts'

/** Builds the pages before tests that open them, and for no others. */
export async function setup(project: TestProject): Promise<void> {
  // Vitest does not declare it; without it all tests count, and the pages are built.
  const { filenamePattern } = project.vitest as unknown as { readonly filenamePattern?: string[] }
  const { testFiles } = await project.globTestFiles(filenamePattern)
  if (!testFiles.some((file) => opensPages(readFileSync(file, 'utf8')))) return
  const terminal = { stderr: (text: string) => void process.stderr.write(text), language: 'en' } as const
  webPage(terminal)
  reportPage(terminal)
  // Unpacked here, once, and not by every worker that is first.
  if (testFiles.some((file) => file.includes('/test/browser/')) && findBrowser() !== undefined) browserToLaunch()
}

function opensPages(test: string): boolean {
  return /'serve'|'--html'|openApp|openReport|reportPage|webPage/.test(test)
}
