import { reportPage, webPage } from '../../src/cli/web-page.ts'

/** Builds the pages once, before tests that run beside each other open them. */
export function setup(): void {
  const terminal = { stderr: (text: string) => void process.stderr.write(text), language: 'en' } as const
  webPage(terminal)
  reportPage(terminal)
}
