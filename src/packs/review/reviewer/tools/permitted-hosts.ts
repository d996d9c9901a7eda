import { isIP } from 'node:net'
import { bareHost, canonicalHost, hostRule } from './host-rule.ts'
import { addressKind } from './network-address.ts'

/** Which hosts a suite may make us talk to. A refusal is the name that would have to stand in the list. */
export type PermittedHosts = {
  /** By its text alone. */
  refusalOf(url: URL): string | undefined
  /** By one of the addresses that its name stands for. */
  refusalAt(url: URL, address: string): string | undefined
}

/**
 * Entries are `host`, `host:port`, `*.host` or `*.host:port`; without a port any goes. A host that is not on the public
 * internet has to stand in the list itself: by its address or its exact name, and where clouds hand out keys by its address.
 */
export function permittedHosts(entries: readonly string[]): PermittedHosts {
  const rules = entries.flatMap((entry) => hostRule(entry) ?? [])
  const permits = (url: URL, hosts: readonly string[], exactly: boolean) =>
    rules.some(
      ({ host, port, below }) =>
        (port === undefined || port === portOf(url)) &&
        hosts.some((one) => (below ? !exactly && one.endsWith(`.${host}`) : one === host)),
    )
  return {
    refusalOf: (url) => {
      const host = hostOf(url)
      // What stands below an address or a name of this machine is nobody's.
      const isOwn = isIP(bareHost(host)) !== 0 || host === 'localhost' || host.endsWith('.localhost')
      return permits(url, [host], isOwn) ? undefined : named(host, url)
    },
    refusalAt: (url, address) => {
      const kind = addressKind(address)
      if (kind === 'public') return undefined
      const own = canonicalHost(address.includes(':') ? `[${address.split('%')[0]}]` : address) ?? address
      const exact = kind === 'metadata' ? [own] : [own, hostOf(url)]
      return permits(url, exact, true) ? undefined : named(exact.at(-1) ?? own, url)
    },
  }
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '')
}

function portOf({ port, protocol }: URL): string {
  return port !== '' ? port : protocol === 'https:' ? '443' : '80'
}

function named(host: string, url: URL): string {
  return url.port === '' ? host : `${host}:${url.port}`
}
