export type Language = 'en' | 'ja'

const variables = ['SHINSA_LANG', 'LC_ALL', 'LC_MESSAGES', 'LANG'] as const

/** The first variable that is set decides: `SHINSA_LANG`, then the others in POSIX order. */
export function languageFrom(environment: Readonly<Record<string, string | undefined>>): Language {
  const name = variables.map((variable) => environment[variable]).find(isSet) ?? ''
  return /^ja/i.test(name) ? 'ja' : 'en'
}

/** The first tag of a reader's languages that is one of ours decides, as in `navigator.languages` and `Accept-Language`. */
export function languageOfReader(tags: readonly string[] = []): Language {
  return tags
    .find((tag) => /^(en|ja)\b/i.test(tag))
    ?.slice(0, 2)
    .toLowerCase() === 'ja'
    ? 'ja'
    : 'en'
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== ''
}
