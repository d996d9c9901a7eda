/** Which differences between texts do not matter; all of them do unless told otherwise. */
export type Normalisation = {
  readonly ignoreCase?: boolean
  /** A run of white space counts as one space, at the ends as nothing. */
  readonly ignoreWhitespace?: boolean
  /** Compare after Unicode's NFKC: full-width letters, ligatures and composed accents count as their plain forms. */
  readonly nfkc?: boolean
}

/** The text without the differences that do not matter. */
export function normalise(text: string, { ignoreCase, ignoreWhitespace, nfkc }: Normalisation): string {
  const composed = nfkc === true ? text.normalize('NFKC') : text
  const folded = ignoreCase === true ? composed.toLowerCase() : composed
  return ignoreWhitespace === true ? folded.replace(/\s+/g, ' ').trim() : folded
}
