import { foldCharacters } from '../reading/plain-text.ts'

type SpeechAct = keyof typeof NAMES

/** Returns what a sentence does if it states no fact; undefined for a statement. */
export function speechActOf(sentence: string): SpeechAct | undefined {
  const text = foldCharacters(sentence).trim().slice(0, 2000)
  // A sentence with a number is a statement, however polite it is.
  const factual = /\d/.test(text)
  for (const [act, pattern] of PATTERNS) {
    if (pattern.test(text) && (act === 'question' || !factual)) return act
  }
  return /\p{L}|\p{N}/u.test(text) ? undefined : 'note'
}

/** Returns whether a sentence says what should be, rather than what is. */
export function isDemand(sentence: string): boolean {
  return DEMAND.test(foldCharacters(sentence))
}

const DEMAND =
  /\b(?:must|shall|should|(?:is|are) (?:required|supposed) to|(?:has|have|needs?) to)\b|(?:る|い|だ|の)こと[。.]?$|(?:なければ|なくては)(?:な|いけ)|べき|必要(?:が|で)/i

export function nameOfAct(act: SpeechAct, language: 'en' | 'ja'): string {
  return NAMES[act][language]
}

const NAMES = {
  greeting: { en: 'a greeting', ja: '挨拶' },
  question: { en: 'a question', ja: '質問' },
  offer: { en: 'an offer', ja: '申し出' },
  note: { en: 'a note', ja: '前置き' },
}

const PATTERNS: readonly (readonly [SpeechAct, RegExp])[] = [
  ['question', /[?？]["'」』)]*$/],
  ['question', /(?:ですか|ますか|でしょうか|ませんか)[。.]?$/],
  [
    'greeting',
    /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|welcome|thanks|thank you|you're welcome|no problem|sure|certainly|of course|absolutely|great|okay|ok|sorry|i'm sorry|my apologies|i apologi[sz]e|best regards|sincerely|goodbye|bye|have a (?:great|nice|good|wonderful) day|i see|got it|understood)\b[^.]{0,60}[.!,]*$/i,
  ],
  [
    'greeting',
    /^(?:こんにちは|こんばんは|おはよう|はじめまして|ありがとう|お世話|お問い合わせ(?:いただき|ありがとう)|ご連絡ありがとう|ご質問ありがとう|承知(?:しました|いたしました)|かしこまりました|申し訳|すみません|失礼|よろしくお願い|どういたしまして|はい|了解)[^。]{0,40}[。!]?$/,
  ],
  [
    'offer',
    /^(?:please )?(?:let me know|feel free|do not hesitate|don't hesitate|i(?:'d| would) be (?:happy|glad)|i(?:'m| am) (?:happy|glad|here) to|i can (?:also )?help|if you (?:have|need|want|would like)[^.]{0,60}(?:let me know|feel free|just ask|i can|i'm here|please)|i hope (?:this|that) helps|would you like|shall i)\b/i,
  ],
  [
    'offer',
    /(?:お気軽に|お知らせください|お申し付けください|お問い合わせください|お手伝い(?:します|できます|いたします|させて)|ご連絡ください|いつでもどうぞ|お役に立て(?:れば|たら))/,
  ],
  [
    'note',
    /^(?:here (?:is|are)|below (?:is|are)|the following|as follows|in summary|to summarize|let me)\b[^.]{0,80}:?$/i,
  ],
  ['note', /(?:以下の(?:通り|とおり)(?:です)?|次の(?:通り|とおり)(?:です)?|ご説明します|お答えします)[。:：]?$/],
]
