import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { type Message, EvalError, message } from '../../core/index.ts'
import { datasetRepository } from '../../workspace/datasets/dataset-repository.ts'
import { reportSections } from '../../compose/report-sections.ts'
import { documentReviews } from '../../workspace/documents/document-reviews.ts'
import { projectFolder } from '../../compose/config/load-config.ts'
import { projectDatasets } from '../../workspace/datasets/project-datasets.ts'
import { activeRuns } from '../../workspace/runs/active-runs.ts'
import { version } from '../../compose/version.ts'
import { costOf } from '../../compose/cost/list-price.ts'
import { translate } from '../../i18n/index.ts'
import { serve as serveApp } from '../../server/index.ts'
import type { AdkWebOptions } from '../../workspace/adk-web/adk-web-options.ts'
import { flagsOf, runSettings, valuesFromFlags } from '../../settings/index.ts'
import { defineCommand, wholeNumberFrom, storeOption, type Terminal } from '../command.ts'
import { labelling } from '../../workspace/labelling.ts'
import { isAlive } from '../../workspace/runs/active-run.ts'
import { runService } from '../../workspace/runs/run-service.ts'
import { runbookService } from '../../workspace/runbooks/page-runbook-service.ts'
import { dependenciesOf, missingStore, ownStore, storeOf } from '../dependencies.ts'
import { frontOfServer } from '../front-of-server.ts'
import { runExports } from '../../workspace/runs/run-exports.ts'
import { webPage } from '../../workspace/web-page.ts'
import { printLine, printMessage } from '../print-message.ts'

const defaultPort = 4517

export const serveCommand = defineCommand({
  name: 'serve',
  summary: message('a page to run, watch, understand and compare; `view` is the same'),
  operands: '[OPTIONS]',
  mostOperands: 0,
  details: [
    message('The page is for this machine. Any other address demands a token, which is printed once with a link.'),
    message('A token that stays the same is taken from SHINSA_TOKEN, which then holds on this machine too.'),
    message('It shows the runs of the project, also while another process works on them. Ctrl-C stops it.'),
  ],
  examples: [
    'shinsa serve',
    'shinsa serve --port 8080',
    'shinsa serve --host 0.0.0.0',
    'shinsa serve --public-url https://evaluations.example --person-header X-Forwarded-User',
    'shinsa serve --adk-web http://localhost:8000 --agents-dir agents',
  ],
  options: {
    port: { value: 'N', short: 'p', summary: message('the port (4517); 0 takes any that is free') },
    host: { value: 'ADDRESS', summary: message('the address to listen on (127.0.0.1)') },
    'public-url': {
      value: 'URL',
      summary: message('behind a proxy: the address by which people reach it'),
    },
    'person-header': {
      value: 'NAME',
      summary: message('behind a proxy with a login: the header that says who asks; labels bear that name'),
    },
    'adk-web': {
      value: 'URL',
      summary: message('also the page of this ADK server (`adk web`), with evaluations that are answered here'),
    },
    'agents-dir': {
      value: 'DIR',
      summary: message('with --adk-web: the folder that this server was given, for eval sets and results (.)'),
    },
    ...flagsOf(runSettings, ['maxCost']),
    ...storeOption,
  },
  async run(_operands, flags, terminal) {
    const { cwd, signal, stderr } = terminal
    const tell = (sentence: Message) => printLine(sentence, terminal)
    const host = flags.host ?? '127.0.0.1'
    const { front, token } = frontOfServer(flags, { ...terminal, host })
    const port = wholeNumberFrom('port', flags.port, { min: 0, max: 65_535 }) ?? defaultPort
    const report = (error: unknown) =>
      stderr(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    const page = webPage(terminal)
    const file = missingStore(terminal)
    if (file !== undefined && file !== ownStore(terminal)) {
      const made = message('there was no run store {file}; it is made for the runs of this page', { file })
      printMessage(message('note:'), made, terminal)
    }
    const store = storeOf(terminal)
    const active = activeRuns({ store, report })
    const folder = projectFolder(cwd)
    const datasets = projectDatasets(folder)
    const dependencies = { ...dependenciesOf(terminal), place: 'page' as const, openStore: () => store }
    const isActive = (processId: number, runId: string) =>
      processId === process.pid ? active.has(runId) : isAlive(processId)
    const service = { folder, datasets, active, dependencies }
    const adk = await adkWebFrom(flags, { ...service, store, terminal })
    try {
      const served = await serveApp({
        host,
        port,
        token,
        front,
        store,
        page,
        stopping: signal,
        capabilities: {
          version: version(),
          project: basename(folder),
          isAlive: isActive,
          dollarsOf: costOf,
          sections: (run) => reportSections(run),
          labels: labelling(store),
          datasets: datasetRepository(folder, datasets),
          runbook: runbookService(service, signal),
          runs: runService(service),
          reviews: documentReviews({ cwd, project: folder }, dependencies),
          export: runExports(store, { terminal, isAlive: isActive }),
          atlas: async (run) => (await import('../../workspace/failures/atlas-page.ts')).atlasPage(run, store, cwd),
          mutation: {
            page: async (run) =>
              (await import('../../workspace/runs/mutation-page.ts')).mutationPage(run, { store, dependencies, cwd }),
            mutant: async (run, place) =>
              (await import('../../workspace/runs/mutation-page.ts')).mutantDetail(run, place, { store }),
          },
          improveTrail: async () => ({
            entries: (await import('../../workspace/improve/improve-service.ts')).writtenTrail(cwd),
          }),
          ...(adk !== undefined && { adkWeb: adk }),
        },
        report,
      })
      const { url: own, address } = served
      tell(message('Shinsa is at {url}', { url: address }))
      if (address !== own) tell(message('The proxy finds it at {url}', { url: own }))
      if (adk !== undefined) tell(await pageOfAdk(adk.server, address))
      if (served.door !== undefined) {
        const { link, token: made } = served.door
        const door =
          token === undefined
            ? message('Open {link} once in a browser; programs send the token {token}', { link, token: made })
            : message('Open {link} once in a browser; programs send SHINSA_TOKEN', { link })
        tell(door)
      }
      await served.ended
      return 0
    } finally {
      await active.stop()
    }
  },
})

/** `adk web` has a page; `adk api_server` answers the same requests without one. */
async function pageOfAdk(server: URL, address: string): Promise<Message> {
  const page = new URL('dev-ui/', server.href.replace(/(?<!\/)\/*$/, '/'))
  const answer = await fetch(page, { redirect: 'manual', signal: AbortSignal.timeout(2000) }).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.status === 404
    ? message('The ADK server has no page (adk api_server); its requests are answered at {url}', {
        url: `${address}list-apps`,
      })
    : message('The page of ADK is at {url}', { url: `${address}dev-ui/` })
}

type AdkFlags = { readonly 'adk-web'?: string; readonly 'agents-dir'?: string }
type AdkContext = Pick<AdkWebOptions, 'folder' | 'active' | 'dependencies' | 'store'> & { readonly terminal: Terminal }

async function adkWebFrom(flags: AdkFlags, { terminal, ...context }: AdkContext) {
  const { 'adk-web': address, 'agents-dir': agents = '.' } = flags
  const { maxCost } = valuesFromFlags(runSettings, flags)
  if (address === undefined) {
    if (flags['agents-dir'] === undefined && maxCost === undefined) return undefined
    throw new EvalError('usage', message('--agents-dir and --max-cost have no effect without --adk-web'))
  }
  const { cwd, language } = terminal
  const place = resolve(cwd, agents)
  if (!existsSync(place)) throw new EvalError('usage', message('there is no folder {folder}', { folder: agents }))
  const { adkWeb } = await import('../../workspace/adk-web/adk-web.ts')
  return adkWeb({
    ...context,
    server: serverAt(address),
    agents: place,
    maxCost,
    say: (sentence) => translate(sentence, language),
  })
}

function serverAt(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '') return url
  throw new EvalError('usage', message('{address} is no address of an ADK server', { address }), {
    hint: message('It is like http://localhost:8000.'),
  })
}
