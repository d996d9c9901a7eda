import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import {
  EvalError,
  message,
  nestingDepth,
  parseJson,
  stringifyJson,
  type ErrorCode,
  type Message,
  type Run,
  type RunStore,
} from '../core/index.ts'
import type { ApiProblem } from './api/basics.ts'
import { type Params, type Route, paramSchema, routes } from './api/routes.ts'

type Routes = typeof routes
type AnswerRouteOutput<Of, Key extends string> = Of extends { readonly [K in Key]: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined

type AnswerRouteRequest<Name extends keyof Routes> = {
  readonly params: Params<Routes[Name]['path']>
  /** The run that the path names. */
  readonly run: Routes[Name]['path'] extends `${string}/:runId${string}` ? Run : undefined
  readonly query: AnswerRouteOutput<Routes[Name], 'query'>
  readonly body: AnswerRouteOutput<Routes[Name], 'body'>
  /** The person who sent the request, where a proxy names one. */
  readonly person: string | undefined
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal
}

export type AnswerRoute = <Name extends keyof Routes>(
  name: Name,
  answer: (asked: AnswerRouteRequest<Name>) => Promise<z.input<Routes[Name]['answer']>>,
) => void

const ordinaryBytes = 4_000_000
const largeBytes = 56_000_000
const deepest = 200

/** Registers routes of the contract: requests that do not fit, or name a run that is not there, are refused. */
export function answerRoutes(app: Hono, store: RunStore): AnswerRoute {
  return (name, answer) => {
    const route: Route = routes[name]
    app.on(route.method, route.path, limitOf(route), async (context) => {
      const read = await readAsked(route, context)
      const { runId } = read.params
      const asked = {
        ...read,
        run: runId === undefined ? undefined : await findRun(store, String(runId)),
        person: context.get('person'),
        signal: context.req.raw.signal,
      }
      return json(context, await answer(asked as AnswerRouteRequest<typeof name>))
    })
  }
}

/** Finds a run by its whole id only: an abbreviated address could mean another run later. */
export async function findRun(store: RunStore, runId: string): Promise<Run> {
  const run = await store.find(runId)
  if (run?.plan.runId === runId) return run
  throw notFound(message('there is no run {run}', { run: JSON.stringify(runId) }))
}

export function json(context: Context, value: unknown, status: 200 | 400 | 404 | 409 | 413 | 500 = 200): Response {
  context.header('content-type', 'application/json; charset=utf-8')
  context.header('cache-control', 'no-store')
  return context.body(stringifyJson(value), status)
}

/** Answers with what went wrong. An unforeseen error is a bug: its stack goes to the terminal, not over the wire. */
export function answerError(error: unknown, context: Context, report: (error: unknown) => void): Response {
  if (error instanceof StaleError)
    return json(context, { ...toProblem(error), code: 'stale' } satisfies ApiProblem, 409)
  if (error instanceof NotFound) return json(context, toProblem(error), 404)
  if (error instanceof EvalError) return json(context, toProblem(error), statusOf(error.code))
  // The client disconnected while it was sending; nobody reads an answer, and nothing is wrong here.
  if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') return context.body(null, 400)
  report(error)
  const sentence = message('the server hit a bug of its own; its terminal says more')
  return json(context, { code: 'bug', sentence } satisfies ApiProblem, 500)
}

export function toProblem({ code, sentence, hint }: EvalError): ApiProblem {
  return { code, sentence, ...(hint !== undefined && { hint }) }
}

/** Thrown when something changed since the client read it. The page knows it by the code `stale`. */
export class StaleError extends EvalError {
  constructor(sentence: Message, { hint }: { readonly hint: Message }) {
    super('usage', sentence, { hint })
  }
}

function statusOf(code: ErrorCode): 400 | 409 | 500 {
  if (code === 'usage' || code === 'config' || code === 'format' || code === 'target') return 400
  return code === 'cancelled' ? 409 : 500
}

class NotFound extends EvalError {}

export function notFound(sentence: Message): EvalError {
  return new NotFound('usage', sentence)
}

function limitOf(route: Route) {
  const maxSize = route.large === true ? largeBytes : ordinaryBytes
  return bodyLimit({
    maxSize,
    onError: (context) => {
      const sentence = message('that is more than {megabytes} MB', { megabytes: Math.floor(maxSize / 1_000_000) })
      return json(context, { code: 'usage', sentence } satisfies ApiProblem, 400)
    },
  })
}

async function readAsked(route: Route, context: Context) {
  const { req } = context
  const params = Object.entries(req.param() as Record<string, string>)
  return {
    params: Object.fromEntries(params.map(([name, value]) => [name, check(paramSchema(name), value, name)])),
    query: route.query === undefined ? undefined : check(route.query, req.query(), 'query'),
    body: route.body === undefined ? undefined : check(route.body, await readJsonBody(context), 'body'),
  }
}

export async function readJsonBody({ req }: Context): Promise<unknown> {
  // A form of another site can send text, but browsers ask before they send JSON across sites.
  if (!/^application\/json\b/.test(req.header('content-type') ?? '')) {
    throw new EvalError('usage', message('what is sent here has to be JSON'))
  }
  const value = parsed(await req.text())
  if (nestingDepth(value, deepest) >= deepest) throw new EvalError('usage', message('what was sent is nested too deep'))
  return value
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    throw new EvalError('usage', message('what is sent here has to be JSON'), { cause })
  }
}

/** @throws {EvalError} `usage` naming the field that does not fit */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown, part: string): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const place = [part, ...(issue?.path ?? [])].join('.')
  // An address that was cut or changed by hand: the pattern that it does not match says nothing to people.
  if (issue?.code === 'invalid_format' && part !== 'body')
    throw new EvalError('usage', message('this address is damaged ({place})', { place }), {
      hint: message('Open the page again from its list.'),
    })
  throw new EvalError('usage', message('{place}: {problem}', { place, problem: issue?.message ?? '' }))
}
