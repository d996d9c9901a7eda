/** What this folder says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const ja: Readonly<Record<string, string>> = {
  'The trace ends in an error: {problem}': 'トレースはエラーで終わっています: {problem}',
}
