/** Forms of a sentence, and the words, with bars between, that may stand in their places: so many that none of them tells a decoy. */
type Wording = { readonly forms: readonly string[]; readonly words: Readonly<Record<string, string>> }

/** A sentence of a form and words by chance, with what is given at its places. */
export function wordedSentence(
  { forms, words }: Wording,
  random: () => number,
  given: Readonly<Record<string, string>>,
): string {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ''
  const own = pick(forms).replaceAll(place, (whole, name: string) =>
    words[name] === undefined ? whole : pick(words[name].split('|')),
  )
  return own.replaceAll(place, (whole, name: string) => given[name] ?? whole)
}

const place = /\{(\w+)\}/g
