import { describe, expect, it } from 'vitest'
import { loadWeights } from '../../../judges/embedded/weights.ts'
import { isAmbiguous } from './ambiguous-query.ts'
import { dangerousOperationIn } from './dangerous-operation-in.ts'

const vague = [
  'エラーです',
  'これ',
  'それ、どうすればいい？',
  'アラートが出ました。どうすればいいですか',
  '対応方法を教えて',
  '助けてください',
  '何かおかしいです',
  'さっきの件、どうなりましたか',
  'サーバーの調子が悪い',
  'PCの様子が変です',
  'インシデントが発生しました',
  '手順を教えてください',
  '次は何をすればいい？',
  '全部消して',
  'これ消していい？',
  '警告が出たんだけど',
  '急ぎです、対応お願いします',
  '画面に変なメッセージが表示されました',
  'あれってどうなってる',
  '???',
  '問題が起きたので対処方法を教えてください',
  '上司に言われた件の手順を教えて',
  'what now?',
  'Help',
  'Something is wrong',
  'What should I do about this?',
  'An alert popped up, what do I do?',
  'It happened again',
  'How do I fix it?',
  'Can you tell me the procedure?',
  'delete everything',
  'My computer is acting weird',
  'There was an incident. Please advise.',
  'The system is broken',
]

const named = [
  'DDoS',
  'フィッシング',
  'システムの停止状況を確認したい',
  'ログは何日保管しますか',
  '誰に報告すればよいですか',
  'アカウントがロックされました',
  'VPN接続元の確認方法',
  '重大度の判断基準は？',
  'クラウドAPIの設定方法を教えてください',
  'どのログを確認すればよいですか',
  '暗号化されたファイルを見つけた',
  'How long do we keep logs?',
  'ransomware',
  'Who approves privileged access?',
  'Users report a phishing mail',
  'How do I check the status of the outage?',
  'ログをすべて削除したい',
  'Can I power off the server?',
]

const { idf } = await loadWeights()
const generalIdf = (key: string) => idf({ key, kind: 'word', isStopWord: false, written: key })

describe('a question', () => {
  it.each(vague)('leaves open what it is about: %s', (question) => {
    expect(isAmbiguous(question, dangerousOperationIn(question), generalIdf)).toBe(true)
  })

  it.each(named)('names something: %s', (question) => {
    expect(isAmbiguous(question, dangerousOperationIn(question), generalIdf)).toBe(false)
  })
})
