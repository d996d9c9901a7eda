import * as http from 'node:http'
import { type Message, message } from '../../core/index.ts'
import type { Environment } from './environment.ts'

const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'] as const
const thisMachine = ['localhost', '127.0.0.1', '[::1]']
// Node.js has it from 24.14 on.
const { setGlobalProxyFromEnv }: Partial<typeof http> = http

export type ProxyUse = {
  /** The variable that names the proxy. */
  readonly name: string
  /** Why it is not used. */
  readonly problem?: Message
}

/** What becomes of the proxy that the environment names; undefined where it names none, or says that none is to be used. */
export function proxyUse(environment: Environment): ProxyUse | undefined {
  const name = names.find((one) => isSet(environment[one]))
  const told = environment['NODE_USE_ENV_PROXY']
  if (name === undefined || (isSet(told) && told !== '1')) return undefined
  const canUse = told === '1' ? process.allowedNodeEnvironmentFlags.has('--use-env-proxy') : setGlobalProxyFromEnv
  if (!canUse) {
    const { version } = process
    const problem = message(
      'Node.js {version} does not use {name}: from 22.21 on it does with NODE_USE_ENV_PROXY=1, from 24.14 on without',
      { version, name },
    )
    return { name, problem }
  }
  if (addressOf(environment[name]) !== undefined) return { name }
  return { name, problem: message('{name} is no address of an HTTP proxy, such as http://HOST:PORT', { name }) }
}

/**
 * Asks models and agents through the proxy that the environment names, as other programs do; Node.js does so only when told.
 * What runs on this machine is asked directly, and so is all where the proxy cannot be used.
 */
export function useProxy(environment: Environment): void {
  const isTold = isSet(environment['NODE_USE_ENV_PROXY'])
  const { problem } = proxyUse(environment) ?? {}
  if (isTold || problem !== undefined) return
  const addresses = Object.fromEntries(names.map((name) => [name, addressOf(environment[name])]))
  const direct = [environment['NO_PROXY'] ?? environment['no_proxy'], ...thisMachine].filter(isSet).join(',')
  setGlobalProxyFromEnv?.({ ...addresses, NO_PROXY: direct, no_proxy: direct })
}

/** With `http://` in front, which others may leave out; undefined for what is no address of a proxy that speaks HTTP. */
function addressOf(written: string | undefined): string | undefined {
  if (!isSet(written)) return undefined
  const address = /^[\w+.-]+:\/\//.test(written) ? written : `http://${written}`
  return /^https?:/i.test(address) && URL.canParse(address) ? address : undefined
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== ''
}
