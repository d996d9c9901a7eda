import type { EvidenceStatus, ReviewTask } from '../../../../core/index.ts'
import type { Outcome } from './judge-requirement.ts'

type Told = { readonly result: 'pass' | 'fail'; readonly outcomes: readonly Outcome[] }

// More than anybody reads, and an answer that is too long is none.
const mostSentences = 50

/** Why a review ends as it does, a sentence for each requirement, in the language of the task. */
export function explain(
  { languageName, checkName }: ReviewTask,
  { outcomes, complete }: Pick<Told, 'outcomes'> & { readonly complete: boolean },
): string {
  const say = wordsOf(languageName)
  const cut = complete ? [] : [say.leftOut]
  if (outcomes.length === 0) return [say.nothingAsked(checkName), ...cut].join(say.space)
  const sentences = [...new Set(outcomes.map((outcome) => sentenceOf(outcome, say)))]
  const left = sentences.length - mostSentences
  return [...sentences.slice(0, mostSentences), ...(left > 0 ? [say.more(left)] : []), ...cut].join(say.space)
}

/** At most 80 characters. */
export function summariseShortly(
  { languageName, checkName }: ReviewTask,
  { result, evidenceStatus, outcomes }: Told & { readonly evidenceStatus: EvidenceStatus },
): string {
  const say = wordsOf(languageName)
  const [first] = outcomes
  const text =
    evidenceStatus === 'insufficient' || first === undefined
      ? say.insufficient
      : result === 'pass'
        ? say.fulfilled(checkName)
        : first.status === 'violated'
          ? say.broken(first.requirement.text)
          : say.insufficient
  return shortened(text, 80)
}

function shortened(text: string, most: number): string {
  const characters = Array.from(text.slice(0, 2 * most + 2))
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

function sentenceOf({ requirement, status, lines, found }: Outcome, say: Words): string {
  const [line] = lines
  const asked = shortened(requirement.text, 300)
  if (line === undefined) return say.absent(asked)
  const quote = plain(line.text)
  if (status === 'unclear') return say.unclear(asked, line.page, quote)
  const seen = found === undefined ? undefined : found.written
  return status === 'met' ? say.met(asked, line.page, quote, seen) : say.violated(asked, line.page, quote, seen)
}

type Words = {
  readonly space: string
  readonly insufficient: string
  readonly leftOut: string
  readonly nothingAsked: (check: string) => string
  readonly fulfilled: (check: string) => string
  readonly broken: (asked: string) => string
  readonly more: (count: number) => string
  readonly absent: (asked: string) => string
  readonly unclear: (asked: string, page: number, line: string) => string
  readonly met: (asked: string, page: number, line: string, seen?: string) => string
  readonly violated: (asked: string, page: number, line: string, seen?: string) => string
}

function wordsOf(languageName: string): Words {
  return /日本|japan/i.test(languageName) ? japanese : english
}

const english: Words = {
  space: ' ',
  insufficient: 'Insufficient evidence in the documents',
  leftOut: 'Not everything was looked into: the documents or the check are too long, or pages could not be read.',
  nothingAsked: (check) => `${check}: the description names nothing that could be looked for in the documents.`,
  fulfilled: (check) => `${check}: met`,
  broken: (asked) => `Not met: ${asked}`,
  more: (count) => `The same goes for ${count} further ${count === 1 ? 'requirement' : 'requirements'}.`,
  absent: (asked) => `Nothing in the documents speaks of this, so a statement about it is missing: ${plain(asked)}.`,
  unclear: (asked, page, line) => `Page ${page} says “${line}” and leaves open: ${plain(asked)}.`,
  met: (asked, page, line, seen) =>
    `Page ${page} says “${line}”${seen === undefined ? '' : ` (${seen})`}, which meets: ${plain(asked)}.`,
  violated: (asked, page, line, seen) =>
    `Page ${page} says “${line}”${seen === undefined ? '' : ` (${seen})`}, which does not meet: ${plain(asked)}.`,
}

/** Without the full stop that it may have. */
function plain(asked: string): string {
  return asked.replace(/\s*[.。]$/, '')
}

const japanese: Words = {
  space: '',
  insufficient: '根拠不足: 文書に判断材料がありません',
  leftOut: '文書またはチェックが長いか、読み取れないページがあるため、すべては調べていません。',
  nothingAsked: (check) => `${check}: 説明から文書内で探すべき内容を読み取れませんでした。`,
  fulfilled: (check) => `${check}: 適合`,
  broken: (asked) => `不適合: ${asked}`,
  more: (count) => `ほか ${count} 件の要件も同様です。`,
  absent: (asked) => `文書にはこの要件についての記載がなく、判断材料が不足しています: ${plain(asked)}。`,
  unclear: (asked, page, line) =>
    `${page}ページに「${line}」とあるだけで、次の要件を満たすかどうかは分かりません: ${plain(asked)}。`,
  met: (asked, page, line, seen) =>
    `${page}ページに「${line}」${seen === undefined ? '' : `（${seen}）`}とあり、次の要件を満たします: ${plain(asked)}。`,
  violated: (asked, page, line, seen) =>
    `${page}ページに「${line}」${seen === undefined ? '' : `（${seen}）`}とあり、次の要件を満たしません: ${plain(asked)}。`,
}
