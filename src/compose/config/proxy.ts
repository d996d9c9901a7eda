import * as http from 'node:http'
import { message } from '../../core/index.ts'
import type { Environment } from './environment.ts'

const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'] as const
const thisMachine = ['localhost', '127.0.0.1', '[::1]']
// Node.js has this function since 24.14.
const { setGlobalProxyFromEnv }: Partial<typeof http> = http

/** Returns the use of the environment's proxy; undefined where none is named or proxies are turned off. */
export function proxyUse(environment: Environment) {
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
 * Sends requests to models and agents through the proxy of the environment, which Node.js does not do by default.
 * Addresses of this machine are called directly, and so are all others when the proxy cannot be used.
 */
export function useProxy(environment: Environment): void {
  const isTold = isSet(environment['NODE_USE_ENV_PROXY'])
  const { problem } = proxyUse(environment) ?? {}
  if (isTold || problem !== undefined) return
  const addresses = Object.fromEntries(names.map((name) => [name, addressOf(environment[name])]))
  const direct = [environment['NO_PROXY'] ?? environment['no_proxy'], ...thisMachine].filter(isSet).join(',')
  setGlobalProxyFromEnv?.({ ...addresses, NO_PROXY: direct, no_proxy: direct })
}

/** Adds a missing `http://`; undefined for anything but the address of an HTTP proxy. */
function addressOf(written: string | undefined): string | undefined {
  if (!isSet(written)) return undefined
  const address = /^[\w+.-]+:\/\//.test(written) ? written : `http://${written}`
  return /^https?:/i.test(address) && URL.canParse(address) ? address : undefined
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== ''
}
