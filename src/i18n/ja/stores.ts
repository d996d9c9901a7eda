/** What `src/stores` says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const storesJa: Readonly<Record<string, string>> = {
  'Jest’s module loader hides node:sqlite, which runs are kept in':
    '実行の保存先である node:sqlite が、Jest のモジュールローダーから見えません',
  'Run evaluations outside of Jest: `shinsa run FILE.eval.ts`, or with Vitest or node:test.':
    '評価は Jest の外で実行してください: `shinsa run FILE.eval.ts`、または Vitest か node:test。',
  'a part of what run {run} cost is not readable and not counted':
    '実行{run}の費用の一部を読み込めないため、数えていません',
  'run {run}: the {type} of the case at position {position}, repeat {repeat}, is not readable':
    '実行 {run}: 位置 {position}、繰り返し {repeat} のケースの {type} を読み取れません',
  'The file was damaged or changed by another program. Evaluate the run anew.':
    'ファイルが壊れているか、別のプログラムに変更されています。もう一度評価してください。',
  'run {run}: the case at position {position}, repeat {repeat}, has ended already':
    '実行 {run}: 位置 {position}、繰り返し {repeat} のケースはすでに終了しています',
  'Another process may be working on the same run. Stop one of the two and resume.':
    '別のプロセスが同じ実行を処理している可能性があります。一方を止めてから再開してください。',
  'run {run}: {type} came before the start of the case at position {position}, repeat {repeat}':
    '実行 {run}: 位置 {position}、繰り返し {repeat} のケースの開始前に {type} が記録されました',
  'This is a mistake in the program that wrote it. Please report it.':
    '書き込んだプログラムの不具合です。報告をお願いします。',
  '{file} is a database of another program': '{file} は別のプログラムのデータベースです',
  'Name another file for the runs, or move this one away.':
    '実行の保存先を別のファイルにするか、このファイルを移動してください。',
  '{file} was written by a newer version of shinsa: its layout is {found}, this version knows up to {known}':
    '{file} は新しいバージョンの shinsa で書かれています（形式 {found}、このバージョンが扱えるのは {known} まで）',
  '{store} has layout {found}, of a version from before the first release; layouts are read from {first} on':
    '{store} は最初の公開より前のバージョンの形式 {found} です（読み込めるのは形式 {first} から）',
  'Name another place for the runs, and evaluate again what is still needed.':
    '実行の保存先を別の場所にして、まだ必要なものを評価し直してください。',
  'Update shinsa, or name another file for the runs.':
    'shinsa を更新するか、実行の保存先を別のファイルにしてください。',
  'a label of run {run} is not readable': '実行 {run} のラベルを読み取れません',
  'run {run} has no result of the case at position {position}, repeat {repeat}':
    '実行 {run} には、位置 {position}、繰り返し {repeat} のケースの結果がありません',
  'Only a case that has ended can be labelled.': 'ラベルを付けられるのは、終了したケースだけです。',
  'what the store says about run {run} is not readable': 'ストアにある実行 {run} の情報を読み取れません',
  'The file may have been changed by another program. The other runs in it are not affected.':
    '別のプログラムに変更された可能性があります。ほかの実行に影響はありません。',
  'the store has no run {run}': 'ストアに実行 {run} がありません',
  'List the runs to see their ids.': '実行の一覧で ID を確認してください。',
  'a run {run} is there already': '実行 {run} はすでに存在します',
  'Resume it, or choose another id.': '再開するか、別の ID にしてください。',
  'several runs begin with {prefix}: {runs}': '{prefix} で始まる実行が複数あります: {runs}',
  'Type more of the id.': 'ID をもう少し長く入力してください。',
  'the run store {file} is closed already': '実行ストア {file} はすでに閉じられています',
  'the run store {file} was deleted or replaced while it was in use':
    '実行ストア {file} は使用中に削除されたか置き換えられました',
  'What was written since then is lost. Put the file back or begin anew, and run again.':
    'それ以降に書き込んだものは失われました。ファイルを戻すか新しく始めて、もう一度実行してください。',
  'too many files are open to open the run store {file}':
    '開いているファイルが多すぎて、実行ストア {file} を開けません',
  'Raise the limit (`ulimit -n`) or lower --concurrency, then try again.':
    '上限（`ulimit -n`）を上げるか --concurrency を下げて、もう一度試してください。',
  'the run store {file} cannot be locked, and no process that is seen here holds it':
    '実行ストア {file} をロックできません。ここから見えるプロセスはどれもロックしていません',
  'Its disk may give no locks (ENOLCK, as NFS without its lock service), or another machine or container is at work on it. Try again later, or name a file on a disk of this machine, or a PostgreSQL database.':
    'ディスクがロックに対応していない（ENOLCK。ロックサービスのない NFS など）か、別のマシンやコンテナーが使用しています。後で試すか、このマシンのディスク上のファイル、または PostgreSQL データベースを指定してください。',
  'the run store {file} is locked by another process': '実行ストア {file} は別のプロセスにロックされています',
  'Wait until the other program is done with it, or stop that program, then try again.':
    '別のプログラムの終了を待つか停止してから、もう一度試してください。',
  'the run store {file} cannot be opened for writing': '実行ストア {file} を書き込み用に開けません',
  'The file and its folder must both be writable. Check their permissions, or name another file.':
    'ファイルとフォルダーの両方に書き込み権限が必要です。権限を確認するか、別のファイルを指定してください。',
  'the folder of the run store {file} cannot be made: a file is in its place':
    '実行ストア {file} のフォルダーを作成できません。同じ名前のファイルがあります',
  'Move that file away, or name another place for the runs.':
    'そのファイルを移動するか、実行の保存先を変更してください。',
  'no space is left for the run store {file}': '実行ストア {file} の空き容量がありません',
  'Make room on the disk and resume the run: everything up to here is kept.':
    'ディスクの空きを確保してから実行を再開してください。ここまでの結果は保存されています。',
  '{file} is not a run store': '{file} は実行ストアではありません',
  'the run store {file} is damaged: {problem}': '実行ストア {file} が壊れています: {problem}',
  'Restore it from a backup, or move it away together with {file}-wal to begin a new one.':
    'バックアップから復元するか、{file}-wal と一緒に移動して新しく作り直してください。',
  'the disk failed under the run store {file}: {problem}':
    '実行ストア {file} のディスクでエラーが発生しました: {problem}',
  'Check the disk and its free space, then resume the run: everything announced is kept.':
    'ディスクと空き容量を確認してから実行を再開してください。表示済みの結果は保存されています。',
  'the run store {file} failed: {problem}': '実行ストア {file} でエラーが発生しました: {problem}',
  'Try another file for the runs. If it fails there too, please report it.':
    '実行の保存先を別のファイルにしてみてください。それでも失敗する場合は報告をお願いします。',
  'run {run} was taken over by another process': '実行 {run} は別のプロセスに引き継がれました',
  'Wait for it, or stop it with Ctrl-C where it runs.': '終了を待つか、動いている端末で Ctrl-C で中断してください。',
  'the address of the run store is not readable': '実行ストアのアドレスを読み取れません',
  'It is postgres://USER:PASSWORD@HOST:PORT/DATABASE. Write @ : / ? # % in a password as %40 %3A %2F %3F %23 %25, or leave the password to PGPASSWORD or ~/.pgpass.':
    '形式は postgres://USER:PASSWORD@HOST:PORT/DATABASE です。パスワード内の @ : / ? # % は %40 %3A %2F %3F %23 %25 と書くか、パスワードを PGPASSWORD または ~/.pgpass に置いてください。',
  'the address of the run store names several servers': '実行ストアのアドレスに複数のサーバーが書かれています',
  'Name one of them.': 'そのうちの一つを指定してください。',
  'the address of the run store has an unknown parameter: {name}':
    '実行ストアのアドレスに不明なパラメーターがあります: {name}',
  'the port of the run store is no port: {port}': '実行ストアのポートが正しくありません: {port}',
  'sslmode of the run store is none: {mode}': '実行ストアの sslmode が正しくありません: {mode}',
  '{file}: no such file, for the TLS of the run store': '{file}: 実行ストアの TLS に使うファイルがありません',
  'the run store {store} cannot be reached: {problem}': '実行ストア {store} に接続できません: {problem}',
  'Is PostgreSQL running there, and is the address right? What was announced of a run is kept: it can be resumed.':
    'PostgreSQL が動いているか、アドレスが正しいか確認してください。実行の表示済みの結果は保存されており、再開できます。',
  'the run store {store} gives no TLS, which its sslmode asks for: {problem}':
    '実行ストア {store} は、sslmode が求める TLS に対応していません: {problem}',
  'Set ssl = on in postgresql.conf of the server, or sslmode=disable in the address where the network is trusted.':
    'サーバーの postgresql.conf で ssl = on にするか、信頼できるネットワークならアドレスに sslmode=disable を指定してください。',
  'the run store {store} does not let us in: {problem}': '実行ストア {store} にログインできません: {problem}',
  'Give the password in PGPASSWORD or ~/.pgpass, or see pg_hba.conf of the server.':
    'PGPASSWORD または ~/.pgpass でパスワードを渡すか、サーバーの pg_hba.conf を確認してください。',
  'the run store {store} is not there: {problem}': '実行ストア {store} がありません: {problem}',
  'Make the database first: createdb --encoding UTF8 --template template0 NAME.':
    '先にデータベースを作成してください: createdb --encoding UTF8 --template template0 NAME',
  'the run store {store} refuses this role a right: {problem}':
    '実行ストア {store} で、このロールに権限がありません: {problem}',
  'Readers need USAGE on the schema and SELECT on its tables, writers INSERT, UPDATE and DELETE as well: docs/fleet.md has the grants.':
    '読み取りにはスキーマの USAGE とテーブルの SELECT、書き込みには INSERT、UPDATE、DELETE も必要です。GRANT 文は docs/fleet.md にあります。',
  "See the server's log for more.": '詳しくはサーバーのログを確認してください。',
  'the run store {store} is on PostgreSQL {version}; {oldest} is the oldest that will do':
    '実行ストア {store} は PostgreSQL {version} です。{oldest} 以降が必要です',
  'the run store {store} keeps texts in {encoding}, where not every text can be kept':
    '実行ストア {store} の文字コードは {encoding} で、保存できない文字があります',
  'the run store {store} is not ready for this version of shinsa, and this role may not make it so: {problem}':
    '実行ストア {store} はこのバージョンの shinsa の形式になっておらず、このロールには変更する権限がありません: {problem}',
  'Let a role that owns the schema open it once, with `shinsa list`; docs/fleet.md has the grants.':
    'スキーマを所有するロールで一度 `shinsa list` を実行してください。GRANT 文は docs/fleet.md にあります。',
  'the schema {schema} of {store} belongs to another program': '{store} のスキーマ {schema} は別のプログラムのものです',
  'Name another schema: ?schema=NAME at the end of the address.':
    'アドレスの末尾に ?schema=NAME と書いて、別のスキーマを指定してください。',
  'Update shinsa, or name another place for the runs.': 'shinsa を更新するか、実行の保存先を別の場所にしてください。',
  'there is no run store {file}': '実行ストア {file} がありません',
  '{store} has another run {run}': '{store} には別の実行 {run} があります',
  'Delete one of the two, or copy the others by their ids: shinsa store copy FROM TO RUN …':
    'どちらかを削除するか、ほかの実行を ID でコピーしてください: shinsa store copy FROM TO RUN …',
}
