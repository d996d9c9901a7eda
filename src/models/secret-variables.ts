import { providers, type Provider } from './providers.ts'

/** The variables of a provider that hold keys. Regions, projects and places are no secrets; to hide them would only spoil an error. */
export function secretVariables({ keys }: Pick<Provider, 'keys'>): readonly string[] {
  const named = keys.flat(2).filter((variable) => /KEY|TOKEN/.test(variable))
  return named.includes('AWS_ACCESS_KEY_ID') ? [...named, 'AWS_SESSION_TOKEN'] : named
}

/** Whether a variable holds what opens something: a provider's, or one whose name ends as such names do. */
export function isSecretVariable(name: string): boolean {
  return known.has(name) || /(?:^|_)(?:\w*KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PAT)(?:_\d+)?$/i.test(name)
}

const known = new Set([
  ...Object.values(providers).flatMap(secretVariables),
  'CLOUDSDK_AUTH_ACCESS_TOKEN',
  'GOOGLE_OAUTH_ACCESS_TOKEN',
])
