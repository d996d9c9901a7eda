import { readFile } from 'node:fs/promises'
import { EvalError, message, parseJson } from '../../core/index.ts'
import { toAdkEvalSet } from '../../packs/adk/adk-eval-set.ts'
import { sessionCase } from '../../packs/adk/eval-sets/session-case.ts'
import { evalSession, evalSessionPlace } from '../../packs/adk/web/eval-session.ts'
import { metricsInfo } from '../../packs/adk/web/metrics-info.ts'
import { webCase, webResult } from '../../packs/adk/web/web-invocation.ts'
import type { AdkWeb } from '../../server/index.ts'
import type { AdkWebOptions } from './adk-web-options.ts'
import { filesEnding, historyFolder } from './app-folder.ts'
import { evalSetsIn } from './eval-sets.ts'
import { runEval } from './run-eval.ts'

const resultEnding = '.evalset_result.json'

/** Serves ADK's web page: eval sets and results lie where ADK keeps them, and each run is also kept in the project's store. */
export function adkWeb(options: AdkWebOptions): AdkWeb {
  const { server, agents, store, dependencies, say } = options
  const sets = evalSetsIn(agents, dependencies.now)
  const resultsOf = async (app: string) => filesEnding(resultEnding, await historyFolder(agents, app))

  const set: AdkWeb['set'] = async (app, id) => {
    const found = await sets.read(app, id)
    if (found === undefined) return undefined
    return { ...Object(toAdkEvalSet(found.dataset, [])), eval_cases: found.cases.map(webCase) }
  }

  return {
    server,
    sets: sets.list,
    set,
    async createSet(app, id) {
      await sets.create(app, id)
      return (await set(app, id)) ?? {}
    },
    removeSet: sets.remove,
    async cases(app, id) {
      const found = await sets.read(app, id)
      return found?.cases.map((one) => one.id).toSorted()
    },
    async case(app, id, caseId) {
      const found = (await sets.read(app, id))?.cases.find((one) => one.id === caseId)
      return found && webCase(found)
    },
    replaceCase: sets.replace,
    removeCase: sets.removeCase,
    async addSession(app, id, { caseId, ...place }) {
      const session = await sessionOf(server, { app, ...place })
      if (session === undefined) return undefined
      return sets.add(app, id, sessionCase(session, { file: 'session', caseId, at: dependencies.now() }))
    },
    async run(app, id, wish) {
      const file = await sets.fileOf(app, id)
      return file === undefined ? undefined : runEval({ app, id, file, wish }, options)
    },
    async results(app) {
      return [...(await resultsOf(app)).keys()]
    },
    async result(app, id) {
      const file = (await resultsOf(app)).get(id)
      if (file === undefined) return undefined
      const document = parseJson(await readFile(file, 'utf8'))
      // Old versions of ADK wrote the JSON as a text within JSON.
      return webResult(typeof document === 'string' ? parseJson(document) : document)
    },
    metrics: () => metricsInfo(say),
    async session(appName, userId, id) {
      const place = evalSessionPlace(id)
      const record = place && (await store.record(place.runId, place))
      return record && evalSession(record, { appName, userId, id })
    },
    say(error) {
      if (!(error instanceof EvalError)) return String(error)
      return [error.sentence, ...(error.hint === undefined ? [] : [error.hint])].map(say).join(' – ')
    },
  }
}

/** @throws {EvalError} `environment` when the server does not answer */
async function sessionOf(server: URL, { app, userId, sessionId }: { app: string; userId: string; sessionId: string }) {
  const steps = ['apps', app, 'users', userId, 'sessions', sessionId].map(encodeURIComponent).join('/')
  const address = new URL(`${server.pathname.replace(/(?<!\/)\/+$/, '')}/${steps}`, server)
  const response = await fetch(address, { redirect: 'error' }).catch((cause: unknown) => {
    throw new EvalError('environment', message('{server} does not answer', { server: server.host }), { cause })
  })
  return response.ok ? parseJson(await response.text()) : undefined
}
