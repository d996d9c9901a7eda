import { segmentWords, splitSentences } from '../../../text/index.ts'
import type { AnswerLanguage } from './answer-words.ts'
import { answerWords } from './answer-words.ts'
import type { WrittenAnswer } from './runbook-answer.ts'
import type { RunbookPassage } from './runbook-passage.ts'
import { has, readable, readableOf, subjectsOf } from './subjects.ts'

/** Passages that have less than this share of what the best one has of the question are left out. */
const share = 0.75
const mostSteps = 12

type ExtractRequest = {
  readonly question: string
  /** Better more than are wanted: a search cannot know which of them have steps. */
  readonly passages: readonly RunbookPassage[]
  readonly language: AnswerLanguage
  /** Most passages that the answer is made from. */
  readonly top: number
}

/** An answer without a language model: the passages' own steps, in their order, each with the passage that it comes from. */
export function extractedAnswer({ question, passages, language, top }: ExtractRequest): WrittenAnswer {
  const used: RunbookPassage[] = []
  const steps: { readonly text: string; readonly source: number }[] = []
  for (const { passage, own } of chosen(question, passages).slice(0, top)) {
    const fresh = own
      .filter((text) => !steps.some((step) => step.text.startsWith(text)))
      .slice(0, mostSteps - steps.length)
    if (fresh.length === 0) continue
    const source = used.push(passage)
    steps.push(...fresh.map((text) => ({ text, source })))
  }
  const lines = steps.map(({ text, source }, index) => `${index + 1}. ${text} [${source}]`)
  return {
    text: [...lines, '', answerWords[language].extracted].join('\n'),
    passages: used,
    removedCitations: 0,
    usage: undefined,
    modelCalls: 0,
  }
}

type Choice = { readonly passage: RunbookPassage; readonly own: readonly string[] }

/** The best passage, and those beside it that are about the same thing: another runbook has steps, too. */
function chosen(question: string, passages: readonly RunbookPassage[]): readonly Choice[] {
  const [best, ...others] = ranked(question, passages)
  if (best === undefined) return []
  const subjects = subjectsOf(question).filter((subject) => has(readable(best.passage.heading), subject))
  return [best, ...others.filter(({ passage }) => subjects.every((subject) => has(readableOf(passage), subject)))]
}

/**
 * Passages with lists before those without, which are taken only where nothing has a list; then those whose heading has
 * most of the question.
 */
function ranked(question: string, passages: readonly RunbookPassage[]): readonly Choice[] {
  const best = Math.max(0, ...passages.map(({ relevance }) => relevance))
  const good = passages.filter(({ relevance }) => relevance >= share * best)
  const listed = good.filter(({ text }) => text.split('\n').some((line) => listMark.test(line)))
  const words = new Set(segmentWords(question, 'ja').filter((word) => !/^\p{Script=Hiragana}+$/u.test(word)))
  return (listed.length > 0 ? listed : good)
    .map((passage) => ({ passage, own: stepsOf(passage.text), rank: passage.relevance + headed(passage, words) }))
    .toSorted((one, other) => other.rank - one.rank)
}

/** How much of the question's words the passage's own heading has. */
function headed({ heading }: RunbookPassage, words: ReadonlySet<string>): number {
  const own = new Set(segmentWords(heading.split(' > ').at(-1) ?? '', 'ja'))
  return [...words].filter((word) => own.has(word)).length / Math.max(1, words.size)
}

const listMark = /^\s*(?:[-*+](?=\s)|[•・●○]|\d{1,2}[.)](?=\s)|\d{1,2}[）．、]|[(（]\d{1,2}[)）]|[①-⑳])\s*/

/** The items of its lists; where it has none, the rows of its table or its sentences. */
function stepsOf(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => !/^\s*#{1,6}\s/.test(line))
  if (lines.some((line) => listMark.test(line))) return itemsOf(lines).map(plain)
  const rows = lines.filter((line) => /^\s*\|.*\|\s*$/.test(line))
  // The first two are what the columns are called, and a rule.
  if (rows.length > 2) return rows.slice(2).map((row) => plain(cellsOf(row).join(' — ')))
  return splitSentences(lines.join('\n')).map(plain)
}

function plain(step: string): string {
  return step
    .replace(listMark, '')
    .replaceAll(/\*\*|__|`/g, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** An item goes on over the lines behind it, as on printed pages, until a sentence or the paragraph ends. */
function itemsOf(lines: readonly string[]): readonly string[] {
  const items: string[] = []
  let isOpen = false
  for (const line of lines) {
    const isItem = listMark.test(line)
    if (isItem) items.push(line)
    else if (isOpen && line.trim() !== '') items.push(joined(items.pop() ?? '', line.trim()))
    isOpen = (isItem || isOpen) && line.trim() !== '' && !/[。.!?！？：:]\s*$/.test(line)
  }
  return items
}

function joined(item: string, rest: string): string {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、）」]$/u.test(item) ? item + rest : `${item} ${rest}`
}

function cellsOf(row: string): readonly string[] {
  const cells = row.trim().slice(1, -1).split('|')
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
}
