import type { EvidenceStatus, ReviewTask } from '../../../../core/index.ts'
import type { Outcome } from './judge-requirement.ts'

// Nobody reads more, and an overlong answer is invalid.
const mostSentences = 50

/** Explains a result in the language of the task, one sentence per requirement, and again in at most 80 characters. */
export function explain(
  { languageName, checkName }: ReviewTask,
  { result, evidenceStatus, outcomes, complete }: ExplainedDecision,
): { readonly explanation: string; readonly shortExplanation: string } {
  const say = /日本|japan/i.test(languageName) ? japanese : english
  const sentences = [...new Set(outcomes.map((outcome) => sentenceOf(outcome, say)))]
  const left = sentences.length - mostSentences
  const explanation = [
    ...(outcomes.length === 0 ? [say.nothingAsked(checkName)] : sentences.slice(0, mostSentences)),
    ...(left > 0 ? [say.more(left)] : []),
    ...(complete ? [] : [say.leftOut]),
  ].join(say.space)
  if (result === 'not_evaluated') return { explanation, shortExplanation: say.cannotTell }
  if (evidenceStatus !== 'sufficient') return { explanation, shortExplanation: say.insufficient }
  const short = result === 'pass' ? say.fulfilled(checkName) : say.broken(outcomes[0]?.requirement.text ?? checkName)
  return { explanation, shortExplanation: shortened(short, 80) }
}

type ExplainedDecision = {
  readonly result: 'pass' | 'fail' | 'not_evaluated'
  readonly evidenceStatus: EvidenceStatus
  readonly outcomes: readonly Outcome[]
  readonly complete: boolean
}

function shortened(text: string, most: number): string {
  const characters = Array.from(text.slice(0, 2 * most + 2))
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

function sentenceOf({ requirement, status, places, found }: Outcome, say: ExplanationWords): string {
  const [place] = places
  const asked = plain(shortened(requirement.text, 300))
  if (status === 'unknown') {
    const passages = places.map(({ page, quote }) => say.passage(page, shortened(plain(quote), 200)))
    return say.unknown(asked, passages)
  }
  if (place === undefined) return say.lacking(asked)
  const quote = shortened(plain(place.quote), 500)
  if (status === 'lacking') return say.blank(asked, place.page, quote)
  const seen = found === undefined ? '' : say.seen(found)
  return status === 'met' ? say.met(asked, place.page, quote, seen) : say.violated(asked, place.page, quote, seen)
}

function plain(text: string): string {
  return text.replace(/(?<!\s)\s*[.。]$/, '')
}

type ExplanationWords = typeof english

const english = {
  space: ' ',
  insufficient: 'Insufficient evidence in the documents',
  cannotTell: 'Cannot tell without a model',
  leftOut: 'Not everything was looked into: the documents or the check are too long, or pages could not be read.',
  nothingAsked: (check: string) => `${check}: the description names nothing that could be looked for in the documents.`,
  fulfilled: (check: string) => `${check}: met`,
  broken: (asked: string) => `Not met: ${asked}`,
  more: (count: number) => `The same goes for ${count} further ${count === 1 ? 'requirement' : 'requirements'}.`,
  lacking: (asked: string) => `No line was found that I can compare, so evidence is missing for: ${asked}.`,
  blank: (asked: string, page: number, line: string) =>
    `Page ${page} says “${line}” and gives nothing that I can compare with: ${asked}.`,
  passage: (page: number, line: string) => `“${line}” (page ${page})`,
  unknown: (asked: string, passages: readonly string[]) =>
    `I cannot tell without a model: ${asked}.${passages.length === 0 ? '' : ` Nearest: ${passages.join('; ')}.`}`,
  seen: (found: string) => ` (${found})`,
  met: (asked: string, page: number, line: string, seen: string) =>
    `Page ${page} says “${line}”${seen}, which meets: ${asked}.`,
  violated: (asked: string, page: number, line: string, seen: string) =>
    `Page ${page} says “${line}”${seen}, which does not meet: ${asked}.`,
}

const japanese: ExplanationWords = {
  space: '',
  insufficient: '根拠不足: 比べられる記載が見つかりません',
  cannotTell: 'モデルなしでは判断できません',
  leftOut: '文書またはチェックが長いか、読み取れないページがあるため、すべては調べていません。',
  nothingAsked: (check) => `${check}: 説明から文書内で探すべき内容を読み取れませんでした。`,
  fulfilled: (check) => `${check}: 適合`,
  broken: (asked) => `不適合: ${asked}`,
  more: (count) => `ほか ${count} 件の要件も同様です。`,
  lacking: (asked) => `比べられる行が見つからず、判断材料が不足しています: ${asked}。`,
  blank: (asked, page, line) =>
    `${page}ページに「${line}」とあるだけで、次の要件と比べられる値がありません: ${asked}。`,
  passage: (page, line) => `${page}ページ「${line}」`,
  unknown: (asked, passages) =>
    `モデルなしでは判断できません: ${asked}。${passages.length === 0 ? '' : `近い記載: ${passages.join('、')}。`}`,
  seen: (found) => `（${found}）`,
  met: (asked, page, line, seen) => `${page}ページに「${line}」${seen}とあり、次の要件を満たします: ${asked}。`,
  violated: (asked, page, line, seen) => `${page}ページに「${line}」${seen}とあり、次の要件を満たしません: ${asked}。`,
}
