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
    const found = check?.(answer)
    if (found === undefined) return []
    return [{ id, reason: reason(language, 'check-met', { check: found.seen }), verdict: found.met ? 'yes' : 'no' }]
  })
  return { value: { rubrics: judged } }
}

/** Whether an answer meets it, and what was looked at; undefined where that cannot be told. */
type Check = (answer: string) => { readonly met: boolean; readonly seen: string } | undefined

/** The check that says all that the property says; undefined where there is none, or the property says more. */
function checkFor(property: string): Check | undefined {
  const text = foldCharacters(property)
    .trim()
    .replace(/[.。]$/, '')
    .slice(0, 400)
  for (const { make, ...ways } of CHECKS) {
    const found = patternOf(ways).exec(text)
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
function patternOf({ en, ja }: Way): RegExp {
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

type Way = { readonly en?: string; readonly ja?: string }

const CHECKS: readonly (Way & { readonly make: Maker })[] = [
  {
    en: `(?:${IS} )?(${FEWER}|${MORE}) (\\d{1,6}) (words?|characters?|sentences?)(?: long| in length)?`,
    make: limit,
  },
  {
    ja: `(\\d{1,6})(文字|字|文)(以内|以下|未満|以上)(?:で|に収まって)?`,
    make: ([count = '', unit = '', bound = '']) => limit([bound, count, unit]),
  },
  {
    en: `(?:mentions?|includes?|contains?|states?) ${WORDS}`,
    ja: `${WORDS_JAPANESE}(?:含む|含まれる|含んで|含まれて|記載して|明記して)`,
    make: ([wanted = '']) => contains(wanted),
  },
  {
    en: `(?:does not|do not|doesn't|not|never|avoids?) (?:mention(?:ing|s)?|includ(?:e|es|ing)|contain(?:s|ing)?|us(?:e|es|ing)) ${WORDS}`,
    ja: `${WORDS_JAPANESE}(?:含まない|含まれない|含んでいない|使わない|使用しない)`,
    make: ([wanted = '']) => lacks(wanted),
  },
  {
    en: `(?:is|be|is written|be written|is given)? ?in (english|japanese)`,
    ja: '(日本語|英語)で(?:書かれて|記述されて|回答して|答えて|あ)?',
    make: ([language = '']) => inLanguage(/^(?:japanese|日本語)$/i.test(language)),
  },
  {
    en: `(?:is|be) (?:a )?valid json(?: object)?`,
    ja: '(?:有効な|正しい)?JSON(?:形式)?(?:で(?:ある)?)?',
    make: () => (answer) => ({ met: isJson(answer), seen: 'JSON.parse' }),
  },
  {
    en: `(?:uses?|contains?|includes?|has|have|is formatted (?:as|with)|be formatted (?:as|with)) (?:a )?(?:bullet(?:ed)? (?:points?|list)|bullets|list of bullet points)`,
    ja: '箇条書き(?:で|を)?(?:書かれて|使って|使用して|使う|含む|含んで)?',
    make: () => shape('bullets', /^[ \t]{0,8}(?:[-*•・]|\d{1,3}[.)])(?=[ \t]|\P{ASCII})/mu),
  },
  { en: `${USES}(?:markdown )?table`, make: () => shape('table', /^[ \t]{0,8}\|.{1,2000}\|[ \t]{0,8}$/m) },
  { en: `${USES}(?:fenced )?code block`, make: () => shape('code block', /^(?:```|~~~)/m) },
  { en: `${GIVES}(?:link|url|hyperlink)`, make: () => shape('link', /https?:\/\/[^\s)]{4}/) },
  {
    en: `(?:${GIVES}(?:citations?|sources?|references?)|(?:cites?|names?) (?:a |at least one |its |the )?(?:sources?|references?))`,
    ja: '(?:出典|引用元|情報源|根拠)(?:を|が)(?:示して|明示して|示す|明示する|記載して|含む|含んで)',
    make: () => shape('citation', CITATION),
  },
  {
    en: `(?:ends?|closes?|finish(?:es)?) with a question`,
    make: () => shape('question at the end', /[?？]["'」』)\s]{0,4}$/),
  },
  {
    en: `(?:refuses?|declines?)(?: to answer| the request| to help)?`,
    // There are more ways to refuse than are known.
    make: () => (answer) => (refusesToAnswer(answer) ? { met: true, seen: 'refusal' } : undefined),
  },
]

const CITATION =
  /\[\d{1,3}\]|https?:\/\/|\b(?:according to|source:|sources:|see (?:section|page|chapter)|as stated in|cited|reference:)|(?:によると|によれば|出典|参照:|引用:|第\d{1,3}条|ページ)/i

function limit([bound = '', count = '', unit = '']: readonly string[]): Check {
  const size = sizeIn(unit)
  const wanted = Number(count)
  const strict = /^(?:fewer|less|under|below|more than|over|未満)/i.test(bound)
  const upper =
    /^(?:at most|no more|not more|fewer than|less than|under|below|within|up to|a maximum|以内|以下|未満)/i.test(bound)
  return (answer) => {
    const value = size(answer)
    const met = value === wanted ? !strict : value < wanted === upper
    return { met, seen: `${value} ${unit} (${bound} ${wanted})` }
  }
}

function sizeIn(unit: string): (text: string) => number {
  if (/^word/i.test(unit)) return (text) => text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0
  if (/^sentence|^文$/i.test(unit)) return (text) => splitSentences(text).length
  return (text) => Array.from(text.trim()).length
}

function contains(wanted: string): Check {
  return (answer) => ({ met: hasWords(answer, wanted), seen: `"${wanted}"` })
}

function lacks(wanted: string): Check {
  return (answer) => ({ met: !hasWords(answer, wanted), seen: `no "${wanted}"` })
}

function hasWords(text: string, wanted: string): boolean {
  return foldCharacters(text).toLowerCase().includes(foldCharacters(wanted).toLowerCase())
}

function inLanguage(japanese: boolean): Check {
  return (answer) => ({ met: isJapanese(answer) === japanese, seen: japanese ? '日本語' : 'English' })
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
  return (answer) => ({ met: pattern.test(answer), seen: name })
}
