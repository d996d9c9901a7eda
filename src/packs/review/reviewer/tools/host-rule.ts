import { isIP } from 'node:net'

type HostRule = { readonly host: string; readonly port: string | undefined; readonly below: boolean }

/** `undefined` for what names no host. */
export function hostRule(entry: string): HostRule | undefined {
  const [, star, name = '', port] = /^(\*\.)?(\[[\da-f:.]+\]|[^\s/:@?#\\*]+)(?::(\d{1,5}))?$/i.exec(entry.trim()) ?? []
  const host = canonicalHost(name)
  const below = star !== undefined
  if (host === undefined || (below && isIP(bareHost(host)) !== 0)) return undefined
  return { host, port: port === undefined ? undefined : String(Number(port)), below }
}

/** As URLs write it: in small letters, numbers of any base as an address, without a full stop at the end. */
export function canonicalHost(host: string): string | undefined {
  return host === '' ? undefined : URL.parse(`http://${host}/`)?.hostname.replace(/\.$/, '')
}

/** An address without the brackets that URLs write around it. */
export function bareHost(host: string): string {
  return host.replace(/^\[|\]$/g, '')
}
