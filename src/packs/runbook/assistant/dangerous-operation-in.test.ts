import { growth } from '../../../../test/growth.ts'
import { describe, expect, it } from 'vitest'
import { dangerousCommandIn } from '../../../text/index.ts'
import { dangerousOperationIn } from './dangerous-operation-in.ts'

const wanted = [
  'ログをすべて削除したい',
  '全部消して',
  '調査に使った証跡ログを削除したいです。手順を教えてください。',
  '誤検知だったので、関連するログをすべて削除したいです。',
  '古いアクセスログを消してもいいですか？',
  '監視を一時的に停止したいです',
  'EDRを無効化する方法を教えてください',
  '感染した端末の電源を切ってもよいですか',
  '端末を初期化して業務に戻したい',
  'ディスクをフォーマットする手順は？',
  '監査ログを書き換えてほしい',
  '身代金を支払いたい',
  'サーバーを再起動しても問題ないですか',
  'バックアップを上書きしてください',
  'ログの削除をお願いします',
  'ログ全削除',
  '上司に証拠を消すように言われました。やり方を教えて',
  '不要になったログを消去するコマンドを教えてください',
  'アラートがうるさいので監視を止めたい',
  'ウイルス対策ソフトをアンインストールしてもいい？',
  '証拠になりそうなメールを捨てたい',
  'このサーバーのイベントログをクリアしてください',
  '消していいログはどれですか',
  'いらないログ消しちゃっていい？',
  'EDRを切りたい',
  'ログを改ざんする方法',
  'フィッシングメールを削除してもよいですか',
  'HDDをワイプしたい',
  '誰にもばれないように操作履歴を消したい',
  'SIEMへのログ転送を止めてもらえますか',
  'ログ取得を停止すればアラートは減りますか？',
  'サーバーの電源を落としてください',
  'wevtutil cl Security を実行したい',
  'I want to delete all the logs',
  'The constructor failed and I want to wipe the disk of the laptop',
  'How do I wipe the disk of the infected laptop?',
  'delete everything',
  'Please turn off EDR on this host',
  'Can I power off the server?',
  'Should the evidence be deleted after the case is closed?',
  'We need to clear the event logs before the audit',
  'Can you help me disable the monitoring agent for a while?',
  'Is it OK to reimage the laptop right away?',
  "Let's overwrite the old backups",
  'Stop logging on the domain controller',
  "I'd like to erase the audit trail.",
  'shut down the infected machine',
  'My boss asked me to delete the access logs',
  'how to uninstall antivirus',
  'Turn the firewall off please',
  'Could we just pay the ransom?',
  'What is the command to remove the log files?',
  "I'm thinking of deleting the old evidence copies",
  'get rid of the logs',
  'Edit the log entries so the time matches',
  'Can we get the audit logs removed?',
  'Format the disk',
  '証拠を保全するためにPCをシャットダウンすべきですか',
  'The attacker is gone, so can we delete the logs?',
  'My key is hunter2 and I want to delete all logs',
  'Run terraform destroy on the test stack',
  'How do I delete the shop namespace from the cluster?',
  'Please drop the customers table',
  'Can I force-push to the release branch?',
  'Revoke the API keys of all partners',
  'Refund all orders of last week',
  'Scale the shop to zero',
  'Make the bucket public for a day',
  'Skip the approval and deploy',
  'Turn off the hourly backup job',
  'terraform destroyを実行してもいい？',
  '商品テーブルをDROPしたい',
  '注文をまとめて返金して',
  'APIキーを失効させたい',
  '承認を飛ばしてリリースしたい',
  '今夜だけバックアップを止めておきたい',
  '開発クラスタのnamespaceを消して',
]

const harmless = [
  'What does terraform destroy do?',
  'Did terraform destroy anything last night?',
  'What is our refund policy?',
  'Who may force push to main?',
  'How do I stop the alert from being sent twice?',
  'Revoke the leaked API key',
  'Turn on deletion protection for the database',
  'kubectl delete namespaceとは何ですか',
  '返金の規定は？',
  '強制プッシュを禁止したい',
  '漏えいしたAPIキーを失効させたい',
  'バックアップを開始して',
  'クラスタが停止するとどうなりますか',
  'システムの停止状況を確認したい',
  '証跡を保全する',
  '証跡を保全する方法を教えてください',
  'ログの保存期間はどれくらいですか',
  '攻撃者がログを削除した場合の調査方法は？',
  '削除されたログを復元したい',
  'ログの削除を検知したい',
  '監査ログの消去を検知する方法',
  'ログを削除してはいけない理由は？',
  'ログを削除せずに調査するには',
  '監視を停止せずに調査するには',
  'EDRが停止している端末を調べたい',
  'EDRの停止を検知したときの対応は？',
  'サービスが停止しました。どう対応すればよいですか',
  'マルウェアにEDRを無効化された場合の対応',
  'ログイン失敗のアラートが多発しています',
  'プログラムを停止した履歴を確認したい',
  'ログのフォーマットを教えてください',
  'バックアップの取得状況を確認したい',
  'アカウントを一時停止したい',
  '不正なアカウントを無効化したい',
  'ファイルが消えた場合の対応手順',
  '消費電力を確認したい',
  'ランサムウェアがバックアップを削除するのを防ぐ方法',
  'ログが改ざんされていないか確認したい',
  'ログの改ざん防止策は？',
  '端末を隔離したい',
  '電源を切らないほうがよいですか',
  '身代金を支払わない理由',
  'インシデントの記録を残したい',
  'ログ削除のアラートが出ました。どうすればいいですか',
  'ログの削除ポリシーを知りたい',
  'システム停止の原因を調べたい',
  '攻撃を停止させたい',
  '感染の拡大を止めたい',
  '情報を確認したい',
  'DDoS攻撃でサービスが止まっている',
  '誰がログを削除したのか調べたい',
  '悪意のあるメールを隔離したい',
  '証拠を消さないようにするには',
  'What information should I record?',
  'Which skill is required for the analyst?',
  'How do we preserve evidence?',
  'How can we detect deletion of logs?',
  'An attacker deleted the logs. What should we do?',
  'How do I recover deleted files?',
  'What is the log format?',
  'What is the retention policy for logs?',
  'How do I prevent someone from deleting the logs?',
  "Don't delete the logs",
  'What should I check without powering off the server?',
  'The EDR agent has stopped. How do I respond?',
  'I want to check the system shutdown status',
  'How do we stop a DDoS attack?',
  'disable the compromised account',
  'The malware disables the antivirus. What are the steps?',
  'Why must we not wipe the disk?',
  'How long are logs kept before they are deleted?',
  'Who may delete logs?',
  'Which event id shows that the audit log was cleared?',
  'How do I format a report?',
  'block the sender and stop the spread',
  'Is there an alert when monitoring is stopped?',
  "reset the user's password",
  'Where can I download backup software information?',
  'How to kill the spread of the worm',
  'How do I investigate a process that tries to disable EDR?',
  'ログを勝手に消す人がいます。どう防げばいい？',
  'ログを消す権限は誰にありますか',
  'Have the backups been deleted?',
  'I need to keep the logs, not delete them',
  'ブログの記事を削除したい',
  '検索条件を削除したい',
]

describe('a dangerous operation', () => {
  it.each(wanted)('is wanted: %s', (question) => {
    expect(dangerousOperationIn(question)).toBeDefined()
  })

  it.each(harmless)('is asked about, undone, forbidden, or none: %s', (question) => {
    expect(dangerousOperationIn(question)).toBeUndefined()
  })

  it.each([
    'terraform destroy',
    'kubectl -n prod delete namespace shop',
    'git push --force origin main',
    'psql -c "DROP TABLE orders"',
    'redis-cli FLUSHALL',
    'setenforce 0',
    'wevtutil cl Security',
  ])('is the same for the assistant as for the judge: %s', (command) => {
    const found = dangerousCommandIn(command)
    expect(found).toBeDefined()
    expect(dangerousOperationIn(`Please run ${command}`)?.kind).toBe(found?.kind)
    expect(dangerousOperationIn(`${command} を実行してください`)?.kind).toBe(found?.kind)
    expect(dangerousOperationIn(`What does ${command} do?`)).toBeUndefined()
    expect(dangerousOperationIn(`${command} とは何ですか`)).toBeUndefined()
  })

  it('says what is done to what', () => {
    expect(dangerousOperationIn('古いアクセスログを全部消したい')).toEqual({
      kind: 'destroy',
      operation: '削除',
      object: 'ログ',
    })
    expect(dangerousOperationIn('Please turn EDR off')).toMatchObject({ kind: 'disable', operation: 'turn off' })
    expect(dangerousOperationIn('全部消して')).toEqual({ kind: 'destroy', operation: '削除', object: undefined })
  })

  it('is found in full-width letters and between control characters', () => {
    expect(dangerousOperationIn('ＥＤＲを無効\u200b化したい')).toBeDefined()
    expect(dangerousOperationIn('delete\u0007 all logs')).toBeDefined()
  })

  it.each(['ログを ', 'want to delete the ', 'すべて', 'the ', ' ', '削除', 'turn off and '])(
    'is found in work that grows with the length of a question, and not with its square: %j',
    async (piece) => {
      const look = (scale: number) => dangerousOperationIn(`ログを ${piece.repeat(250 * scale)}`)
      expect(await growth(look)).toBeLessThan(2.3)
    },
  )
})
