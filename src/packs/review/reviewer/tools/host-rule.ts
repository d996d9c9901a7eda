import { isIP } from 'node:net'

type HostRule = { readonly host: string; readonly port: string | undefined; readonly below: boolean }

export function hostRule(entry: string): HostRule | undefined {
  const [, star, name = '', port] = /^(\*\.)?(\[[\da-f:.]+\]|[^\s/:@?#\\*]+)(?::(\d{1,5}))?$/i.exec(entry.trim()) ?? []
  const host = canonicalHost(name)
  const below = star !== undefined
  if (host === undefined || (below && isIP(bareHost(host)) !== 0)) return undefined
  return { host, port: port === undefined ? undefined : String(Number(port)), below }
}

/** Returns a host as URLs write it: in lower case, IP addresses in their usual form, without a trailing dot. */
export function canonicalHost(host: string): string | undefined {
  return host === '' ? undefined : URL.parse(`http://${host}/`)?.hostname.replace(/\.$/, '')
}

/** Removes the brackets that URLs put around IPv6 addresses. */
export function bareHost(host: string): string {
  return host.replace(/^\[|\]$/g, '')
}
