import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { ProviderEnvironment, ProviderName } from '../model-name.ts'
import { providers } from '../providers.ts'

type QuotaOfRequest = { readonly provider: string; readonly baseUrl?: string | undefined }

/** What a provider counts calls by, without a word of its key: who it is, and with which key it is asked. */
export function quotaOf({ provider, baseUrl = '' }: QuotaOfRequest, environment: ProviderEnvironment): string {
  const variables = isProvider(provider) ? providers[provider].keys.flat(2) : []
  const keys = variables.map((variable) => environment[variable]?.trim() ?? '')
  return hashedQuota(provider, baseUrl, keys)
}

export function hashedQuota(provider: string, baseUrl: string, keys: readonly string[]): string {
  // A server on this machine is another one than that of the same address elsewhere.
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
