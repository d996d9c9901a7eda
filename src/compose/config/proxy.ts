import type * as Http from 'node:http'
import type { Environment } from './environment.ts'

const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'] as const
const thisMachine = ['localhost', '127.0.0.1', '[::1]']

/** The variable that names a proxy for other machines. */
export function proxyVariable(environment: Environment): string | undefined {
  return names.find((name) => isSet(environment[name]))
}

/**
 * Models and agents are asked through the proxy that the environment names, as other programs do; Node.js does so only when
 * told. What runs on this machine is asked directly.
 *
 * @returns whether it is used; Node.js before 24.14 cannot be told while it runs, only by `NODE_USE_ENV_PROXY`
 */
export async function useProxy(environment: Environment): Promise<boolean> {
  if (isSet(environment['NODE_USE_ENV_PROXY'])) return true
  const { setGlobalProxyFromEnv }: Partial<typeof Http> = await import('node:http')
  if (setGlobalProxyFromEnv === undefined) return false
  const direct = [environment['NO_PROXY'] ?? environment['no_proxy'], ...thisMachine].filter(isSet).join(',')
  setGlobalProxyFromEnv({ ...environment, NO_PROXY: direct, no_proxy: direct })
  return true
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== ''
}
