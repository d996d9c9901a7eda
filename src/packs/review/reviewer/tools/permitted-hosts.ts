import { isIP } from 'node:net'
import { bareHost, canonicalHost, hostRule } from './host-rule.ts'
import { addressKind } from './network-address.ts'

/** The hosts that a suite may connect to. A refusal is the entry that would allow the host. */
export type PermittedHosts = {
  /** Checks the host as it is written in the URL. */
  refusalOf(url: URL): string | undefined
  /** Checks an address that the host resolves to. */
  refusalAt(url: URL, address: string): string | undefined
}

/**
 * Entries are `host`, `host:port`, `*.host` or `*.host:port`; without a port, any port is allowed. Hosts outside the
 * public internet need an entry with their exact name or address, cloud metadata services one with their address.
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
      // Wildcards do not apply to addresses and names of this machine.
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
