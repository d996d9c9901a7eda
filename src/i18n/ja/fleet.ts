/** What `src/fleet` says in reports and on the page, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const fleetShownJa: Readonly<Record<string, string>> = {
  'up to {count} {count|call was|calls were} made again, because the worker that was waiting for the answer was lost or stopped: up to {agent} to the agent, up to {judge} to judges; they may be paid twice':
    '応答を待っていたワーカーが失われたか停止されたため、呼び出し最大 {count} 件をやり直しました（エージェント最大 {agent} 件、ジャッジ最大 {judge} 件）。二重に課金された可能性があります',
}

/** All that it says. */
export const fleetJa: Readonly<Record<string, string>> = {
  ...fleetShownJa,
  'the lease of this worker has ended: what it was at work on goes to others':
    'このワーカーの持ち時間が切れました。手元の分はほかのワーカーに渡ります',
  'It could not reach the store in time, or was stopped for longer than its lease.':
    '保存先に時間内に届かなかったか、持ち時間より長く止まっていました。',
  'the store cannot be reached: {problem}': '保存先に接続できません: {problem}',
  '{name}: {here} here, {planned} where the run was planned': '{name}: ここでは {here}、実行を計画した側では {planned}',
  'another config: {names}': '設定が異なります: {names}',
  'other code of the agent: {names}': 'エージェントのコードが異なります: {names}',
  'another dataset: {names}': 'データセットが異なります: {names}',
  'other settings: {names}': '設定値が異なります: {names}',
}
