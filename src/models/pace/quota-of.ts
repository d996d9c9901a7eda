import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { ProviderEnvironment, ProviderName } from '../model-name.ts'
import { providers } from '../providers.ts'

type QuotaOfRequest = { readonly provider: string; readonly baseUrl?: string | undefined }

/** Identifies the quota of a provider: a hash of its name, address and keys, which does not reveal a key. */
export function quotaOf({ provider, baseUrl = '' }: QuotaOfRequest, environment: ProviderEnvironment): string {
  const variables = isProvider(provider) ? providers[provider].keys.flat(2) : []
  const keys = variables.map((variable) => environment[variable]?.trim() ?? '')
  return hashedQuota(provider, baseUrl, keys)
}

export function hashedQuota(provider: string, baseUrl: string, keys: readonly string[]): string {
  // A local server is a different one on each machine, even with the same address.
  const place = isHere(baseUrl) ? [baseUrl, hostname()] : [baseUrl]
  return createHash('sha256')
    .update(JSON.stringify([provider, place, keys]))
    .digest('hex')
}

function isProvider(name: string): name is ProviderName {
  return Object.hasOwn(providers, name)
}

function isHere(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && /^(localhost|127\..*|\[::1\])$/.test(new URL(baseUrl).hostname)
}
