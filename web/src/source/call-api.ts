import type { z } from 'zod'
import type { Message } from '../../../src/core/basics/message.ts'
import { parsedJson, stringifyJson } from '../../../src/core/basics/json.ts'
import type { ApiProblem } from '../../../src/server/api/basics.ts'
import type { Params, files as serverFiles, routes as serverRoutes } from '../../../src/server/api/routes.ts'
import { fileAddresses, newsRoute, routeAddresses } from './addresses.ts'

type Routes = typeof serverRoutes
type Files = typeof serverFiles
export type ApiName = keyof Routes
export type ApiAnswer<Called extends ApiName> = z.output<Routes[Called]['answer']>

type ApiParams<Path extends string> = {
  readonly [Name in keyof Params<Path>]: Name extends 'position' | 'repeat' ? number : string
}

type CallApiPart<Called extends ApiName, Key extends 'query' | 'body'> = Routes[Called] extends {
  readonly [K in Key]: infer Schema
}
  ? { readonly [K in Key]: Schema extends z.ZodType ? z.input<Schema> : never }
  : object

export type ApiCall<Called extends ApiName> = ([keyof Params<Routes[Called]['path']>] extends [never]
  ? object
  : { readonly params: ApiParams<Routes[Called]['path']> }) &
  CallApiPart<Called, 'query'> &
  CallApiPart<Called, 'body'> & { readonly signal?: AbortSignal }

type LooseCall = {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** An error that a page shows. Without a problem the server did not answer, or another program did. */
export class ApiError extends Error {
  readonly kind: 'refused' | 'unreachable' | 'strange' | 'not-in-report'
  readonly problem: { readonly code?: string; readonly sentence: Message; readonly hint?: Message } | undefined

  constructor(kind: ApiError['kind'], problem?: ApiProblem, cause?: unknown) {
    super(problem?.sentence.text ?? kind, { cause })
    this.kind = kind
    this.problem = problem
  }
}

/** Calls the server. @example const { runs } = await callApi('runs', {}) */
export async function callApi<Called extends ApiName>(name: Called, call: ApiCall<Called>): Promise<ApiAnswer<Called>> {
  const { method, path } = routeAddresses[name]
  const loose: LooseCall = call
  const { isOk, text } = await reach(addressOf(path, loose), {
    method,
    signal: loose.signal,
    ...('body' in loose && {
      body: stringifyJson(loose.body),
      headers: { 'content-type': 'application/json' },
    }),
  })
  const said = parsedJson(text)
  if (!isOk) throw refused(said)
  if (said === undefined) throw new ApiError('strange')
  // The server that delivered the page guarantees the type.
  return said as ApiAnswer<Called>
}

/** A truncated response counts as none. */
async function reach(
  address: string,
  request: RequestInit,
): Promise<{ readonly isOk: boolean; readonly text: string }> {
  try {
    const response = await fetch(address, request)
    return { isOk: response.ok, text: await response.text() }
  } catch (cause) {
    if (request.signal?.aborted === true) throw cause
    throw new ApiError('unreachable', undefined, cause)
  }
}

function refused(said: unknown): ApiError {
  // Proxies may refuse a request with an answer of their own.
  const isProblem = typeof said === 'object' && said !== null && 'sentence' in said
  return isProblem ? new ApiError('refused', said as ApiProblem) : new ApiError('strange')
}

/** The download address of a file. */
export function fileAddress<Named extends keyof Files>(name: Named, params: ApiParams<Files[Named]['path']>): string {
  return addressOf(fileAddresses[name], { params })
}

/** The address of the event stream. */
export function newsAddress(query: Readonly<Record<string, string | undefined>>): string {
  return addressOf(newsRoute, { query })
}

function addressOf(pattern: string, { params = {}, query = {} }: LooseCall): string {
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const asked = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(asked)}`
}
