import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { bodyLimit } from 'hono/body-limit'
import { EvalError, message } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import type { AdkWeb } from '../capabilities/adk-web.ts'
import { check, json, readJsonBody } from '../answer-route.ts'

/** ADK's page sends both snake case and camel case. */
function inSnakeCase(value: unknown): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [snake(key), child]))
}

function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const Id = z.string().min(1).max(300)
const NewSet = z.object({ eval_set_id: Id })
const Session = z.object({ eval_id: Id, session_id: Id, user_id: z.string().max(300) })
const Case = z.looseObject({ eval_id: z.string().nullish() })
const Metric = z.preprocess(
  inSnakeCase,
  z.object({ metric_name: Id, threshold: z.number().nullish(), criterion: z.looseObject({}).nullish() }),
)
const Run = z.object({
  eval_ids: z.array(Id).nullish(),
  eval_case_ids: z.array(Id).nullish(),
  eval_metrics: z.array(Metric),
  live_model_config: z.unknown().optional(),
})

const maxBytes = 16_000_000

type AdkWebAnswer = (asked: {
  readonly app: string
  readonly id: string
  readonly other: string
  readonly context: Context
}) => Promise<unknown>

/**
 * Answers the evaluation routes of ADK's development server under both of their names: `eval_sets` with bare lists, as its page
 * asks, and `eval-sets` with objects; each with and without `/dev`.
 */
export function answerAdkWeb(app: Hono, adk: AdkWeb): void {
  const limit = bodyLimit({
    maxSize: maxBytes,
    onError: (context) => json(context, { detail: 'too large' }, 413),
  })
  const on = (method: string, paths: readonly string[], answer: AdkWebAnswer) => {
    const everywhere = paths.flatMap((path) => [`/apps/:app/${path}`, `/dev/apps/:app/${path}`])
    app.on(method, everywhere, limit, async (context) => {
      const { app: name = '', id = '', other = '' } = context.req.param() as Partial<Record<string, string>>
      try {
        const answered = await answer({ app: name, id, other, context })
        if (answered === undefined) return json(context, { detail: `${id} ${other} not found`.trim() }, 404)
        return json(context, answered)
      } catch (error) {
        if (!(error instanceof EvalError)) throw error
        return json(context, { detail: adk.say(error) }, 400)
      }
    })
  }

  on('GET', ['eval_sets'], async ({ app: name }) => adk.sets(name))
  on('GET', ['eval-sets'], async ({ app: name }) => ({ evalSetIds: await adk.sets(name) }))
  on('POST', ['eval_sets/:id'], async ({ app: name, id }) => adk.createSet(name, id))
  on('POST', ['eval-sets', 'eval_sets'], async ({ app: name, context }) => {
    const body = await bodyOf(context)
    const { eval_set_id: id } = check(NewSet, inSnakeCase(isObject(body) ? (body['eval_set'] ?? body) : body), 'body')
    return adk.createSet(name, id)
  })
  on('GET', ['eval_sets/:id', 'eval-sets/:id'], async ({ app: name, id }) => adk.set(name, id))
  on('DELETE', ['eval_sets/:id', 'eval-sets/:id'], async ({ app: name, id }) => done(await adk.removeSet(name, id)))
  answerCases(on, adk)
  answerRuns(on, adk)
  on('GET', ['metrics-info'], async () => ({ metricsInfo: adk.metrics() }))
  on('GET', ['eval_metrics'], async () => adk.metrics())
}

type On = (method: string, paths: readonly string[], answer: AdkWebAnswer) => void

function answerCases(on: On, adk: AdkWeb): void {
  on('GET', ['eval_sets/:id/evals', 'eval-sets/:id/eval-cases'], async ({ app, id }) => adk.cases(app, id))
  const oneCase = ['eval_sets/:id/evals/:other', 'eval-sets/:id/eval-cases/:other']
  on('GET', oneCase, async ({ app, id, other }) => adk.case(app, id, other))
  on('DELETE', oneCase, async ({ app, id, other }) => done(await adk.removeCase(app, id, other)))
  on('PUT', oneCase, async ({ app, id, other, context }) => {
    const told = check(Case, await bodyOf(context), 'body')
    if (told.eval_id && told.eval_id !== other) {
      throw new EvalError('usage', message('the id of the case is another one in the address'))
    }
    return done(await adk.replaceCase(app, id, { caseId: other, told }))
  })
  on('POST', ['eval_sets/:id/add_session', 'eval-sets/:id/add-session'], async ({ app, id, context }) => {
    const { eval_id: caseId, session_id: sessionId, user_id: userId } = check(Session, await bodyOf(context), 'body')
    return done(await adk.addSession(app, id, { caseId, sessionId, userId }))
  })
}

function answerRuns(on: On, adk: AdkWeb): void {
  const run: AdkWebAnswer = async ({ app, id, context }) => {
    const body = check(Run, await bodyOf(context), 'body')
    if (body.live_model_config !== undefined && body.live_model_config !== null) {
      throw new EvalError('usage', message('live evaluation needs an agent that speaks, which is not played here'))
    }
    return adk.run(app, id, {
      caseIds: [...(body.eval_case_ids ?? []), ...(body.eval_ids ?? [])],
      metrics: body.eval_metrics.map(({ metric_name: metricName, threshold, criterion }) => ({
        metricName,
        criterion: criterion ?? threshold ?? 0.5,
      })),
    })
  }
  on('POST', ['eval_sets/:id/run_eval'], run)
  on('POST', ['eval-sets/:id/run'], async (asked) => {
    const results = await run(asked)
    return results === undefined ? undefined : { runEvalResults: results }
  })
  on('GET', ['eval_results'], async ({ app }) => adk.results(app))
  on('GET', ['eval-results'], async ({ app }) => ({ evalResultIds: await adk.results(app) }))
  on('GET', ['eval_results/:id', 'eval-results/:id'], async ({ app, id }) => adk.result(app, id))
}

/** ADK answers `null` after an action without a result. */
function done(outcome: 'done' | undefined): null | undefined {
  return outcome === undefined ? undefined : null
}

async function bodyOf(context: Context): Promise<unknown> {
  return inSnakeCase(await readJsonBody(context))
}
