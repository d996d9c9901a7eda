import { webPage } from '../../src/cli/web-page.ts'

/** Builds the page once, before tests that run beside each other open it. */
export function setup(): void {
  webPage((text) => void process.stderr.write(text), 'building the page …')
}
