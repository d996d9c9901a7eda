export type Normalisation = {
  readonly ignoreCase?: boolean
  /** Treats a run of white space as one space, and trims the ends. */
  readonly ignoreWhitespace?: boolean
  /** Compares after Unicode's NFKC normalisation, e.g. full-width letters and ligatures equal their plain forms. */
  readonly nfkc?: boolean
}

export function normalise(text: string, { ignoreCase, ignoreWhitespace, nfkc }: Normalisation): string {
  const composed = nfkc === true ? text.normalize('NFKC') : text
  const folded = ignoreCase === true ? composed.toLowerCase() : composed
  return ignoreWhitespace === true ? folded.replace(/\s+/g, ' ').trim() : folded
}
