import { splitSentences } from '../text/index.ts'

/** Rewrites an answer without changing what it says, by kind of bias; undefined when a text cannot be rewritten so. */
export const biasVariants: Readonly<Record<string, (text: string) => string | undefined>> = {
  length: (text) =>
    isJapanese(text)
      ? `ご質問にお答えします。以下が回答です。${text} 以上が回答のすべてです。`
      : `Here is the answer to what was asked, given in full below. ${text} This is the whole of the answer, and it ends here.`,
  order: (text) => {
    const sentences = splitSentences(text)
    return sentences.length < 2 ? undefined : sentences.toReversed().join(isJapanese(text) ? '' : ' ')
  },
  format: (text) =>
    `## ${isJapanese(text) ? '回答' : 'Answer'}\n\n${splitSentences(text)
      .map((line) => `- ${line}`)
      .join('\n')}`,
  praise: (text) =>
    isJapanese(text)
      ? `さすが、素晴らしい着眼点のご質問です。${text}`
      : `What an excellent and insightful question! ${text}`,
  self: (text) =>
    isJapanese(text)
      ? `${text}（この回答は、評価に使われているモデル自身が書きました。）`
      : `${text} (This answer was written by the very model that evaluates it.)`,
  /** Only the frame is in another language; the answer stays as it is. */
  language: (text) => (isJapanese(text) ? `The answer is as follows: ${text}` : `回答は次のとおりです: ${text}`),
}

/** A change that nobody sees. Verdicts that differ because of it show the judge's own variation. */
export function placeboVariant(text: string): string {
  return `${text.replaceAll(/(?<=[.!?。]) /g, '  ')}\n`
}

function isJapanese(text: string): boolean {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text)
}
