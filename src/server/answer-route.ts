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
} from '../core/index.ts'
import type { ApiProblem } from './api/basics.ts'
import { type Names, type Route, paramSchema, routes } from './api/routes.ts'

type Routes = typeof routes
type AnswerRouteOutput<Of, Key extends string> = Of extends { readonly [K in Key]: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined

/** What a route was asked, checked by its schemas. */
type AnswerRouteRequest<Name extends keyof Routes> = {
  readonly params: Readonly<Record<Names<Routes[Name]['path']>, string>>
  readonly query: AnswerRouteOutput<Routes[Name], 'query'>
  readonly body: AnswerRouteOutput<Routes[Name], 'body'>
  /** Who asks, where a proxy says so. */
  readonly person: string | undefined
  /** Aborted when whoever asked has gone. */
  readonly signal: AbortSignal
}

export type AnswerRoute = <Name extends keyof Routes>(
  name: Name,
  answer: (asked: AnswerRouteRequest<Name>) => Promise<z.input<Routes[Name]['answer']>>,
) => void

const ordinaryBytes = 4_000_000
const largeBytes = 56_000_000
const deepest = 200

/** Puts routes of the contract into an app: what does not fit is refused, what goes wrong is told in words. */
export function answerRoutes(app: Hono): AnswerRoute {
  return (name, answer) => {
    const route: Route = routes[name]
    app.on(route.method, route.path, limitOf(route), async (context) => {
      const asked = {
        ...(await readAsked(route, context)),
        person: context.get('person'),
        signal: context.req.raw.signal,
      }
      return json(context, await answer(asked as AnswerRouteRequest<typeof name>))
    })
  }
}

export function json(context: Context, value: unknown, status: 200 | 400 | 404 | 409 | 500 = 200): Response {
  context.header('content-type', 'application/json; charset=utf-8')
  context.header('cache-control', 'no-store')
  return context.body(stringifyJson(value), status)
}

/** What went wrong, for the page. What nobody foresaw is a bug: its stack goes to the terminal, not over the wire. */
export function answerError(error: unknown, context: Context, report: (error: unknown) => void): Response {
  if (error instanceof StaleError)
    return json(context, { ...toProblem(error), code: 'stale' } satisfies ApiProblem, 409)
  if (error instanceof NotFound) return json(context, toProblem(error), 404)
  if (error instanceof EvalError) return json(context, toProblem(error), statusOf(error.code))
  // Whoever sent a part and left hears no answer, and nothing here is wrong.
  if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') return context.body(null, 400)
  report(error)
  const sentence = message('the server hit a bug of its own; its terminal says more')
  return json(context, { code: 'bug', sentence } satisfies ApiProblem, 500)
}

export function toProblem({ code, sentence, hint }: EvalError): ApiProblem {
  return { code, sentence, ...(hint !== undefined && { hint }) }
}

/** What was to be changed is no longer what was seen. The page knows it by the code `stale`. */
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
  const params = Object.entries(req.param() as Record<string, string>).map(([name, value]) => {
    check(paramSchema(name), value, name)
    return [name, value] as const
  })
  return {
    params: Object.fromEntries(params),
    query: route.query === undefined ? undefined : check(route.query, req.query(), 'query'),
    body: route.body === undefined ? undefined : check(route.body, await readJsonBody(context), 'body'),
  }
}

export async function readJsonBody({ req }: Context): Promise<unknown> {
  // A form of another site can send text, but not this without being asked first.
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

/** @throws {EvalError} `usage` naming the place that does not fit */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown, part: string): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const place = [part, ...(issue?.path ?? [])].join('.')
  throw new EvalError('usage', message('{place}: {problem}', { place, problem: issue?.message ?? '' }))
}
