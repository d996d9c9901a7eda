/** Only letters and digits, in one case and width: how a text reads whatever its quotes, escapes, blanks and emphasis. */
export function bareLetters(text: string): string {
  return text
    .replaceAll(/\\[nrtbf]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
