import { basename } from 'node:path'
import { message } from '../../core/index.ts'
import { datasetShelf } from '../../workspace/dataset-shelf.ts'
import { sectionsOf } from '../../compose/report-sections.ts'
import { documentReviews } from '../../workspace/document-reviews.ts'
import { projectFolder } from '../../compose/config/load-config.ts'
import { projectDatasets } from '../../workspace/project-datasets.ts'
import { runsAtWork } from '../../workspace/runs-at-work.ts'
import { version } from '../../compose/version.ts'
import { translate } from '../../i18n/index.ts'
import { serve as serveApp } from '../../server/index.ts'
import { defineCommand, wholeNumberFrom } from '../command.ts'
import { labelling } from '../../workspace/labelling.ts'
import { isAlive } from '../../workspace/living-run.ts'
import { runDesk } from '../../workspace/run-desk.ts'
import { runbookDesk } from '../../workspace/page-runbook-desk.ts'
import { storeOf, surroundings } from '../surroundings.ts'
import { runExports } from '../../workspace/run-exports.ts'
import { webPage } from '../../workspace/web-page.ts'

const usualPort = 4517

export const serve = defineCommand({
  name: 'serve',
  summary: message('a page to run, watch, understand and compare; `view` is the same'),
  operands: '[OPTIONS]',
  mostOperands: 0,
  details: [
    message('The page is for this machine. Any other address demands a token, which is printed once with a link.'),
    message('It shows the runs of the project, also while another process works on them. Ctrl-C stops it.'),
  ],
  examples: ['shinsa serve', 'shinsa serve --port 8080', 'shinsa serve --host 0.0.0.0'],
  options: {
    port: { value: 'N', short: 'p', summary: message('the port (4517); 0 takes any that is free') },
    host: { value: 'ADDRESS', summary: message('the address to listen on (127.0.0.1)') },
  },
  async run(_operands, flags, terminal) {
    const { cwd, signal, language, stdout, stderr } = terminal
    const port = wholeNumberFrom('port', flags.port, { min: 0, max: 65_535 }) ?? usualPort
    const report = (error: unknown) =>
      stderr(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    const page = webPage(terminal)
    const store = storeOf(terminal)
    const atWork = runsAtWork({ store, report })
    const folder = projectFolder(cwd)
    const datasets = projectDatasets(folder)
    const around = { ...surroundings(terminal), place: 'page' as const, openStore: () => store }
    const isAtWork = (processId: number, runId: string) =>
      processId === process.pid ? atWork.has(runId) : isAlive(processId)
    const desk = { folder, datasets, atWork, around }
    try {
      const served = await serveApp({
        host: flags.host ?? '127.0.0.1',
        port,
        store,
        page,
        stopping: signal,
        abilities: {
          version: version(),
          project: basename(folder),
          isAlive: isAtWork,
          sections: (run) => sectionsOf(run),
          labels: labelling(store),
          datasets: datasetShelf(folder, datasets),
          runbook: runbookDesk(desk, signal),
          runs: runDesk(desk),
          reviews: documentReviews({ cwd, project: folder }, around),
          export: runExports(store, { terminal, isAlive: isAtWork }),
        },
        report,
      })
      stdout(`${translate(message('Shinsa is at {url}', { url: served.url }), language)}\n`)
      if (served.door !== undefined) {
        const { link, token } = served.door
        stdout(
          `${translate(message('Open {link} once in a browser; programs send the token {token}', { link, token }), language)}\n`,
        )
      }
      await served.ended
      return 0
    } finally {
      await atWork.stop()
      await store.close()
    }
  },
})
