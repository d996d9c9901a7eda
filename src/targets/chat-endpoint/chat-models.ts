import { z } from 'zod'
import { EvalError, message } from '../../core/index.ts'
import { excerpt } from '../excerpt.ts'
import { shownUrl } from '../http/http-redirects.ts'
import type { JsonApi } from '../http/json-api.ts'

/** Agents with a chat API often ignore the model's name, but servers of models need it. @throws {EvalError} `target` */
export async function onlyModel(api: JsonApi, base: URL): Promise<string> {
  const models = await modelsOf(api, base)
  const [first, ...others] = models
  if (first === undefined) return 'default'
  if (others.length === 0) return first
  const address = shownUrl(base)
  const shown = models.slice(0, 20).map((model) => excerpt(model, 80))
  throw new EvalError(
    'target',
    message('{address} has {count} models: {models}', { address, count: models.length, models: shown.join(', ') }),
    { hint: message('Name one: openai:{model}@{address}, or --model', { model: shown[0] ?? '', address }) },
  )
}

export function addressBelow(base: URL, path: string): string {
  const url = new URL(base)
  url.pathname = `${base.pathname.replace(/(?<!\/)\/+$/, '')}/${path}`
  return url.href
}

const ModelList = z.object({ data: z.array(z.object({ id: z.string() })) })

async function modelsOf(api: JsonApi, base: URL): Promise<readonly string[]> {
  const text = await listed(api, addressBelow(base, 'models'))
  try {
    const list = text === undefined ? undefined : ModelList.safeParse(api.parse(text)).data
    return list?.data.map(({ id }) => id) ?? []
  } catch (error) {
    if (error instanceof EvalError) return []
    throw error
  }
}

async function listed(api: JsonApi, address: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(10_000)
  try {
    return await api.text(address, { signal })
  } catch (error) {
    if (signal.aborted) return undefined
    if (!(error instanceof EvalError)) throw error
    // A server that refuses to list its models may still answer; an unreachable one is a wrong target.
    if (error.cause === undefined) return undefined
    throw new EvalError('target', error.sentence, { hint: error.hint, cause: error })
  }
}
