/** Reduces a text to letters and digits in one case and width, so that layout, quotes and emphasis do not matter. */
export function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
