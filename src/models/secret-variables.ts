import { providers, type Provider } from './providers.ts'

/** Returns the variables that hold keys. Regions and projects are not secret, and hiding them would spoil errors. */
export function secretVariables({ keys }: Pick<Provider, 'keys'>): readonly string[] {
  const named = keys.flat(2).filter((variable) => /KEY|TOKEN/.test(variable))
  return named.includes('AWS_ACCESS_KEY_ID') ? [...named, 'AWS_SESSION_TOKEN'] : named
}

/** Returns true for a provider's key and for names that end like those of keys. */
export function isSecretVariable(name: string): boolean {
  return known.has(name) || /(?:^|_)(?:\w*KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PAT)(?:_\d+)?$/i.test(name)
}

const known = new Set([
  ...Object.values(providers).flatMap(secretVariables),
  'CLOUDSDK_AUTH_ACCESS_TOKEN',
  'GOOGLE_OAUTH_ACCESS_TOKEN',
])
