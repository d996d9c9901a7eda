import { z } from 'zod'
import type { Finding, InstructionLanguage } from '../../../core/index.ts'
import { lettersOf, splitSentences } from '../../../text/index.ts'
import { offlineTask } from '../../../judges/embedded/offline-task.ts'
import { verdictFollows } from './verdict-follows.ts'
import { isJapanese, termsOf } from '../../../judges/embedded/reading/terms.ts'
import type { Term } from '../../../judges/embedded/reading/terms.ts'

const ExplanationSubject = z.object({
  rubrics: z.array(z.object({ id: z.string(), points: z.number() })),
  check: z.string(),
  language: z.string(),
  verdict: z.string(),
  explanation: z.string(),
  citations: z.string(),
  document: z.string(),
})
export type ExplanationSubject = z.infer<typeof ExplanationSubject>

type Mark = { readonly share: number; readonly reason: string }
type Measure = (subject: ExplanationSubject, say: (english: string, japanese: string) => string) => Mark

/**
 * Marks for a reviewer's explanation from what can be counted: length of sentences, quotes and numbers that stand in the
 * document, words of the check that are dealt with, script. It says nothing about style or sense.
 */
export function judgeExplanation(subject: ExplanationSubject, language: InstructionLanguage): Finding<unknown> {
  const say = (english: string, japanese: string) => (language === 'ja' ? japanese : english)
  return {
    value: {
      rubrics: subject.rubrics.flatMap(({ id, points }) => {
        const measure = measures[id]
        if (measure === undefined) return []
        const { share, reason } = measure(subject, say)
        return [{ id, reason, score: 1 + Math.round(Math.min(1, Math.max(0, share)) * (points - 1)) }]
      }),
    },
  }
}

export const explanationTask = offlineTask(ExplanationSubject, (subject, _weights, language) =>
  judgeExplanation(subject, language),
)

const measures: Readonly<Record<string, Measure>> = { clarity, evidence, completeness, language: script, relevance }

function clarity({ explanation }: ExplanationSubject, say: Parameters<Measure>[1]): Mark {
  const sentences = splitSentences(explanation)
  const longest = Math.max(0, ...sentences.map(lengthOf))
  const repeated = sentences.length - new Set(sentences).size
  if (lengthOf(explanation) < 5) return { share: 0, reason: say('there is next to nothing', '説明がほとんどない') }
  const share = (longest <= 45 ? 1 : longest <= 80 ? 0.75 : 0.4) - 0.25 * Math.min(2, repeated)
  return {
    share,
    reason: say(
      `${sentences.length} sentences, the longest of about ${longest} words, ${repeated} repeated`,
      `${sentences.length} 文、最長で約 ${longest} 語、重複 ${repeated} 文`,
    ),
  }
}

/** In words; Japanese has about two characters to one. */
function lengthOf(text: string): number {
  return isJapanese(text) ? Math.ceil([...text].length / 2) : text.split(/\s+/).length
}

/** That quotes and numbers stand there, and that the verdict follows from them; what nobody could check is not worth all. */
function evidence(subject: ExplanationSubject, say: Parameters<Measure>[1]): Mark {
  const { explanation, citations, document, verdict } = subject
  const quotes = [...`${citations}\n${explanation}`.matchAll(/[“"「『]([^”"」』\n]{6,})[”"」』]/g)].map(
    ([, quote]) => quote ?? '',
  )
  const text = lettersOf(document)
  const claims = [...new Set(quotes.map(lettersOf))]
  const found = claims.filter((quote) => text.includes(quote)).length
  const inDocument = new Set(termsOf(document).map(({ key }) => key))
  const numbers = termsOf(explanation).filter(({ kind }) => kind === 'number')
  const known = numbers.filter(({ key }) => inDocument.has(key)).length
  const reason = say(
    `${found} of ${claims.length} quotes and ${known} of ${numbers.length} numbers stand in the document`,
    `引用 ${claims.length} 件中 ${found} 件、数値 ${numbers.length} 個中 ${known} 個が文書にある`,
  )
  // Saying what is missing is the evidence where there is none.
  if (verdict === 'fail' && citations === '') {
    const named =
      /missing|nothing|not (?:found|mention|state)|no (?:mention|statement|record)|記載が|不足|見つかりません|ありません/i.test(
        explanation,
      )
    return {
      share: named ? { yes: 0.85, open: 0.6, no: 0.2 }[verdictFollows(subject, [])] : 0.2,
      reason: named ? say('names what is missing', '不足している内容を示している') : reason,
    }
  }
  if (claims.length === 0) return { share: numbers.length > 0 ? (0.6 * known) / numbers.length : 0.1, reason }
  const ofNumbers = numbers.length === 0 ? 1 : known / numbers.length
  const standing = 0.75 * (found / claims.length) + 0.25 * ofNumbers
  const follows = verdictFollows(subject, quotes)
  if (follows === 'yes')
    return { share: standing, reason: `${reason}${say('; the verdict follows', '。判定と一致する')}` }
  if (follows === 'no')
    return { share: 0, reason: `${reason}${say('; the verdict does not follow', '。判定と矛盾する')}` }
  const unchecked = say('; whether the verdict follows was not checked', '。判定との一致は確認していない')
  return { share: Math.min(standing, 0.6), reason: `${reason}${unchecked}` }
}

function completeness({ check, explanation }: ExplanationSubject, say: Parameters<Measure>[1]): Mark {
  const asked = contentOf(check)
  const said = new Set(termsOf(explanation).map(({ key }) => key))
  const dealtWith = asked.filter(({ key }) => said.has(key))
  const share = asked.length === 0 ? 1 : dealtWith.length / asked.length
  const open = asked.filter(({ key }) => !said.has(key)).map(({ written }) => written)
  const missing = open.slice(0, 4).join(', ')
  return {
    // Nobody repeats every word of a check.
    share: share / 0.8,
    reason: say(
      `${dealtWith.length} of ${asked.length} terms of the check are dealt with${missing === '' ? '' : `, not: ${missing}`}`,
      `チェックの語 ${asked.length} 個中 ${dealtWith.length} 個に触れている${missing === '' ? '' : `（触れていない語: ${missing}）`}`,
    ),
  }
}

function script({ language, explanation }: ExplanationSubject, say: Parameters<Measure>[1]): Mark {
  const right = isJapanese(explanation) === /日本|japan/i.test(language)
  return {
    share: right ? 1 : 0,
    reason: right
      ? say(`written in ${language}`, `${language}で書かれている`)
      : say(`not written in ${language}`, `${language}で書かれていない`),
  }
}

function relevance({ check, document, explanation }: ExplanationSubject, say: Parameters<Measure>[1]): Mark {
  const known = new Set([...termsOf(check), ...termsOf(document)].map(({ key }) => key))
  const said = contentOf(explanation)
  const tied = said.filter(({ key }) => known.has(key)).length
  const share = said.length === 0 ? 0 : tied / said.length
  return {
    share: share / 0.7,
    reason: say(
      `${tied} of ${said.length} terms are from the check or the document`,
      `語 ${said.length} 個中 ${tied} 個がチェックか文書にある`,
    ),
  }
}

function contentOf(text: string): readonly Term[] {
  const seen = new Map(termsOf(text).flatMap((term) => (term.isStopWord ? [] : [[term.key, term] as const])))
  return [...seen.values()]
}
