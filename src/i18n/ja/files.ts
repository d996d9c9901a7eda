/** What `src/files` says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const filesJa: Readonly<Record<string, string>> = {
  '{file} cannot be read: {problem}': '{file} を読み取れません: {problem}',
  '{file} cannot be written: {problem}': '{file} に書き込めません: {problem}',
  '{file} is a pipe, not a file': '{file} はファイルではなくパイプです',
  '{file} is a socket or a device, not a file': '{file} はファイルではなく、ソケットまたはデバイスです',
  'It is read more than once: write what comes out of it into a file, and name that.':
    '何度も読み込むため、内容をファイルに書き出し、そのファイルを指定してください。',
  '{file}: {name} unpacks to more than {size} MiB': '{file}: {name} は展開すると {size} MiB を超えます',
  'What was there before is unchanged.': '以前の内容はそのまま残っています。',
  '{file} is a folder, not a file': '{file} はファイルではなくフォルダーです',
  'Name one of the files in it.': 'その中のファイルを指定してください。',
  'there is a file {name} already': 'ファイル {name} はすでにあります',
  'Nothing was overwritten. Choose another name.': '上書きはしていません。別の名前にしてください。',
  '{file}: there is no such file': '{file}: ファイルがありません',
  'Relative paths start from the working directory.': '相対パスの起点は作業フォルダーです。',
  '{file} may not be read by this user': '{file} を読み取る権限がありません',
}
