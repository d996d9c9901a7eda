/** What this folder says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const ja: Readonly<Record<string, string>> = {
  '{problem}; it asked to wait {asked} min, the limit is {limit} min':
    '{problem}（{asked} 分待つよう求められましたが、上限は {limit} 分です）',
  'Try again when that time is over': 'その時間が過ぎてからもう一度試してください',
  '{purpose}: the package {name} is not installed': '{purpose}: パッケージ {name} がインストールされていません',
  'npm install {name}': 'npm install {name}',
}
