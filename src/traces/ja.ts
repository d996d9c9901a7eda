/** What this folder says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const ja: Readonly<Record<string, string>> = {
  'The trace ends in an error: {problem}': 'トレースはエラーで終わっています: {problem}',
  '{place}: {path} is not as in a trajectory of ATIF 1.x: {problem}':
    '{place}: {path} が ATIF 1.x の軌跡の形式ではありません: {problem}',
}
