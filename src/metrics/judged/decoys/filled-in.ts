/** Forms of a sentence, and words for their places, separated by bars: so many that none gives a decoy away. */
type Wording = { readonly forms: readonly string[]; readonly words: Readonly<Record<string, string>> }

/** Builds a sentence of a random form and random words; `given` fills the places without alternatives. */
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
