import { z } from 'zod'
import type { Finding, InstructionLanguage } from '../../core/index.ts'
import { message } from '../../core/index.ts'
import { splitSentences } from '../../text/index.ts'
import { foldCharacters } from './reading/plain-text.ts'
import { reason } from './reasons.ts'
import { refusesToAnswer } from './safety/refusal.ts'
import { isJapanese } from './reading/terms.ts'

export const RubricsSubject = z.object({
  rubrics: z.array(z.object({ id: z.string(), property: z.string() })),
  answer: z.string().optional(),
})
type RubricsSubject = z.infer<typeof RubricsSubject>

type JudgedRubric = { readonly id: string; readonly reason: string; readonly verdict: 'yes' | 'no' }

/** Answers when every rubric is one that code can check to the letter, and abstains by name otherwise. */
export function judgeRubrics(
  { rubrics, answer }: RubricsSubject,
  language: InstructionLanguage,
): Finding<{ rubrics: readonly JudgedRubric[] }> {
  if (answer === undefined) return { abstained: message('the embedded judge checks rubrics of answers only') }
  const checked = rubrics.map(({ id, property }) => ({ id, check: checkFor(property) }))
  const unknown = checked.filter(({ check }) => check === undefined)
  if (unknown.length > 0) {
    return {
      abstained: message('the embedded judge has no check for {count|the rubric|the rubrics} {ids}', {
        count: unknown.length,
        ids: unknown.map(({ id }) => id).join(', '),
      }),
    }
  }
  const judged = checked.flatMap(({ id, check }): readonly JudgedRubric[] => {
    if (check === undefined || check.decides?.(answer) === false) return []
    const why = reason(language, 'check-met', { check: check.seen(answer) })
    return [{ id, reason: why, verdict: check.met(answer) ? 'yes' : 'no' }]
  })
  return { value: { rubrics: judged } }
}

type Check = {
  readonly met: (answer: string) => boolean
  readonly seen: (answer: string) => string
  /** Whether it can be told; always unless given. */
  readonly decides?: (answer: string) => boolean
}

/** The check that says all that the property says; undefined where there is none, or the property says more. */
function checkFor(property: string): Check | undefined {
  const text = foldCharacters(property)
    .trim()
    .replace(/[.。]$/, '')
    .slice(0, 400)
  for (const [pattern, make] of CHECKS) {
    const found = pattern.exec(text)
    if (found !== null) return make(found.slice(1).filter((part) => part !== undefined))
  }
  return undefined
}

const SUBJECT = String.raw`(?:(?:the|its|every|each)? ?(?:agent's |assistant's |final |model's )?(?:answer|response|reply|output|text) )?(?:must |should |shall |has to |needs to )?`
const QUOTED = String.raw`["'「『]([^"'」』]{1,200})["'」』]`
const IS = String.raw`(?:is|be|stays?|remains?|has|have|contains?|uses?)`
const FEWER = String.raw`(?:at most|no more than|not more than|fewer than|less than|under|below|within|up to|a maximum of)`
const MORE = String.raw`(?:at least|no less than|no fewer than|more than|over|a minimum of)`
const ANSWER = String.raw`(?:(?:最終)?(?:回答|応答|返答|出力|答え)(?:は|が|に|には)、?)?`

/** In English, in Japanese, or in both. */
function says({ en, ja }: { readonly en?: string; readonly ja?: string }): RegExp {
  const ways = [
    ...(en === undefined ? [] : [`${SUBJECT}${en}`]),
    ...(ja === undefined
      ? []
      : [`${ANSWER}${ja}(?:こと|である|です|である(?:こと)?|いる(?:こと)?|います|する(?:こと)?|します)?`]),
  ]
  return new RegExp(`^(?:${ways.join('|')})$`, 'i')
}

type Maker = (parts: readonly string[]) => Check

const GIVES = String.raw`(?:contains?|includes?|has|have|gives?|provides?) (?:a |at least one )?`
const USES = String.raw`(?:uses?|contains?|includes?|has|have) (?:a )?`
const WORDS = `(?:the (?:words?|phrase|text|term|string) )?${QUOTED}`
const WORDS_JAPANESE = `${QUOTED}(?:という(?:語|言葉|文字列))?(?:を|が)`

const CHECKS: readonly (readonly [RegExp, Maker])[] = [
  [
    says({ en: `(?:${IS} )?(${FEWER}|${MORE}) (\\d{1,6}) (words?|characters?|sentences?)(?: long| in length)?` }),
    limit,
  ],
  [
    says({ ja: `(\\d{1,6})(文字|字|文)(以内|以下|未満|以上)(?:で|に収まって)?` }),
    ([count = '', unit = '', bound = '']) => limit([bound, count, unit]),
  ],
  [
    says({
      en: `(?:mentions?|includes?|contains?|states?) ${WORDS}`,
      ja: `${WORDS_JAPANESE}(?:含む|含まれる|含んで|含まれて|記載して|明記して)`,
    }),
    ([wanted = '']) => contains(wanted),
  ],
  [
    says({
      en: `(?:does not|do not|doesn't|not|never|avoids?) (?:mention(?:ing|s)?|includ(?:e|es|ing)|contain(?:s|ing)?|us(?:e|es|ing)) ${WORDS}`,
      ja: `${WORDS_JAPANESE}(?:含まない|含まれない|含んでいない|使わない|使用しない)`,
    }),
    ([wanted = '']) => not(contains(wanted)),
  ],
  [
    says({
      en: `(?:is|be|is written|be written|is given)? ?in (english|japanese)`,
      ja: '(日本語|英語)で(?:書かれて|記述されて|回答して|答えて|あ)?',
    }),
    ([language = '']) => inLanguage(/^(?:japanese|日本語)$/i.test(language)),
  ],
  [
    says({ en: `(?:is|be) (?:a )?valid json(?: object)?`, ja: '(?:有効な|正しい)?JSON(?:形式)?(?:で(?:ある)?)?' }),
    () => ({ met: isJson, seen: () => 'JSON.parse' }),
  ],
  [
    says({
      en: `(?:uses?|contains?|includes?|has|have|is formatted (?:as|with)|be formatted (?:as|with)) (?:a )?(?:bullet(?:ed)? (?:points?|list)|bullets|list of bullet points)`,
      ja: '箇条書き(?:で|を)?(?:書かれて|使って|使用して|使う|含む|含んで)?',
    }),
    () => shape('bullets', /^[ \t]{0,8}(?:[-*•・]|\d{1,3}[.)])(?=[ \t]|\P{ASCII})/mu),
  ],
  [says({ en: `${USES}(?:markdown )?table` }), () => shape('table', /^[ \t]{0,8}\|.{1,2000}\|[ \t]{0,8}$/m)],
  [says({ en: `${USES}(?:fenced )?code block` }), () => shape('code block', /^(?:```|~~~)/m)],
  [says({ en: `${GIVES}(?:link|url|hyperlink)` }), () => shape('link', /https?:\/\/[^\s)]{4}/)],
  [
    says({
      en: `(?:${GIVES}(?:citations?|sources?|references?)|(?:cites?|names?) (?:a |at least one |its |the )?(?:sources?|references?))`,
      ja: '(?:出典|引用元|情報源|根拠)(?:を|が)(?:示して|明示して|示す|明示する|記載して|含む|含んで)',
    }),
    () => shape('citation', CITATION),
  ],
  [
    says({ en: `(?:ends?|closes?|finish(?:es)?) with a question` }),
    () => shape('question at the end', /[?？]["'」』)\s]{0,4}$/),
  ],
  [
    says({ en: `(?:refuses?|declines?)(?: to answer| the request| to help)?` }),
    // There are more ways to refuse than are known.
    () => ({ met: refusesToAnswer, seen: () => 'refusal', decides: refusesToAnswer }),
  ],
]

const CITATION =
  /\[\d{1,3}\]|https?:\/\/|\b(?:according to|source:|sources:|see (?:section|page|chapter)|as stated in|cited|reference:)|(?:によると|によれば|出典|参照:|引用:|第\d{1,3}条|ページ)/i

function limit([bound = '', count = '', unit = '']: readonly string[]): Check {
  const size = sizeIn(unit)
  const wanted = Number(count)
  const strict = /^(?:fewer|less|under|below|more than|over|未満)/i.test(bound)
  const upper =
    /^(?:at most|no more|not more|fewer than|less than|under|below|within|up to|a maximum|以内|以下|未満)/i.test(bound)
  const met = (value: number): boolean => {
    if (value === wanted) return !strict
    return upper ? value < wanted : value > wanted
  }
  return { met: (answer) => met(size(answer)), seen: (answer) => `${size(answer)} ${unit} (${bound} ${wanted})` }
}

function sizeIn(unit: string): (text: string) => number {
  if (/^word/i.test(unit)) return (text) => text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0
  if (/^sentence|^文$/i.test(unit)) return (text) => splitSentences(text).length
  return (text) => Array.from(text.trim()).length
}

function contains(wanted: string): Check {
  return { met: (answer) => lowerCase(answer).includes(lowerCase(wanted)), seen: () => `"${wanted}"` }
}

function lowerCase(text: string): string {
  return foldCharacters(text).toLowerCase()
}

function not(check: Check): Check {
  return { met: (answer) => !check.met(answer), seen: (answer) => `no ${check.seen(answer)}` }
}

function inLanguage(japaneseWanted: boolean): Check {
  return { met: (answer) => isJapanese(answer) === japaneseWanted, seen: () => (japaneseWanted ? '日本語' : 'English') }
}

function isJson(answer: string): boolean {
  const body = /^```(?:json)?\s*\n([\s\S]*)\n```$/.exec(answer.trim())?.[1] ?? answer
  try {
    JSON.parse(body)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

function shape(name: string, pattern: RegExp): Check {
  return { met: (answer) => pattern.test(answer), seen: () => name }
}
