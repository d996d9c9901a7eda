/** A language that people can read Shinsa in. */
export type Language = 'en' | 'ja'

const variables = ['SHINSA_LANG', 'LC_ALL', 'LC_MESSAGES', 'LANG'] as const

/** The first variable that is set decides, in POSIX order with our own in front. */
export function languageFrom(environment: Readonly<Record<string, string | undefined>>): Language {
  const name = variables.map((variable) => environment[variable]).find(isSet) ?? ''
  return /^ja/i.test(name) ? 'ja' : 'en'
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== ''
}
