import { resolve } from 'node:path'
import { reportSections } from '../compose/report-sections.ts'
import { type Run, type RunStore, message } from '../core/index.ts'
import { atomicWrite } from '../files/index.ts'
import { isAlive } from '../workspace/runs/active-run.ts'
import type { ViewedResults } from '../server/index.ts'
import { reportPage } from '../workspace/web-page.ts'
import type { Terminal } from './command.ts'
import { sayLine } from './print-message.ts'

type WritePage = {
  readonly store: RunStore
  readonly file: string | undefined
  readonly terminal: Terminal
  readonly viewed?: ViewedResults | undefined
}

/** Writes runs as one HTML file with the pages of `shinsa serve`, to standard output where no file is named. */
export async function writePage(runs: readonly Run[], { store, file, terminal, viewed }: WritePage): Promise<void> {
  const { htmlReport } = await import('../server/index.ts')
  const chunks = htmlReport(runs, {
    store,
    page: reportPage(terminal),
    isAlive,
    sections: (run) => reportSections(run),
    viewed,
  })
  if (file === undefined) {
    for await (const chunk of chunks) terminal.stdoutAsIs(chunk)
    return
  }
  await atomicWrite(resolve(terminal.cwd, file), chunks)
  sayLine(message('{file} is written', { file }), terminal)
}
