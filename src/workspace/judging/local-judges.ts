import { z } from 'zod'
import { parseJson } from '../../core/index.ts'
import type { ProviderEnvironment } from '../../models/model-name.ts'
import { baseUrlOf } from '../../models/providers.ts'

const localProviders = ['ollama', 'llamacpp', 'lmstudio', 'vllm'] as const
const patienceMs = 2000
const longestList = 2 ** 20

/** A model server on this machine. */
export type LocalServer = {
  readonly url: string
  /** Model names as `--judge` takes them. */
  readonly models: readonly string[]
}

/** Usual local addresses of model servers and those that the environment names; addresses of other machines are left out. */
export function localAddresses(environment: ProviderEnvironment): ReadonlyMap<string, string> {
  return new Map(
    localProviders.flatMap((provider) => {
      const url = baseUrlOf({ provider, model: '' }, environment)
      return url !== undefined && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
        ? [[provider, url]]
        : []
    }),
  )
}

/** Asks each address for its models; addresses that do not answer within two seconds are left out. */
export async function localServers(
  addresses: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<readonly LocalServer[]> {
  const found = await Promise.all(
    [...addresses].map(async ([provider, url]): Promise<LocalServer | undefined> => {
      const ids = await modelsAt(url, signal)
      return ids === undefined ? undefined : { url, models: ids.map((id) => `${provider}/${id}`) }
    }),
  )
  signal.throwIfAborted()
  return found.filter((one) => one !== undefined)
}

const ModelList = z.object({ data: z.array(z.object({ id: z.string().min(1) })) })

async function modelsAt(url: string, signal: AbortSignal): Promise<readonly string[] | undefined> {
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}/models`, {
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    })
    const text = await response.text()
    if (!response.ok || text.length > longestList) return undefined
    return ModelList.safeParse(parseJson(text)).data?.data.map(({ id }) => id)
  } catch {
    // Nothing, or another kind of server, listens there.
    return undefined
  }
}
