/** Keeps only letters and digits, in one case and width; quotes, escapes, blanks and emphasis do not matter. */
export function bareLetters(text: string): string {
  return text
    .replaceAll(/\\[nrtbf]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
