import type { LanguageModel } from '../../../models/index.ts'
import { splitSentences } from '../../../text/index.ts'
import { isAmbiguous, type GeneralIdf } from './ambiguous-query.ts'
import { type AnswerLanguage, answerWords, questionLanguage, saferThan } from './answer-words.ts'
import type { DangerousOperation } from './wanted-operation.ts'
import { dangerousOperationIn } from './dangerous-operation-in.ts'
import { modelAnswer, type ModelAnswerRequest } from './model-answer.ts'
import { type RunbookAnswer, type RunbookExchange, type WrittenAnswer, toCitation } from './runbook-answer.ts'
import type { RunbookIndex } from './runbook-index.ts'
import type { RunbookPassage, RunbookSearchOptions } from './section-search.ts'

export type RunbookAssistantOptions = Pick<RunbookSearchOptions, 'top' | 'weights'> & {
  readonly index: Pick<RunbookIndex, 'search' | 'generalIdf' | 'leastRelevance'>
  /** Writes the answers; without a model they are extracted from the passages. */
  readonly model?: LanguageModel | undefined
  /** US dollars of a model call. */
  readonly priceOf?: (usage: RunbookAnswer['usage']) => number | undefined
  /** Minimum relevance of the best passage, 0–1; by default that of the index. */
  readonly leastRelevance?: number | undefined
  /** Uniform in [0, 1) and unpredictable, for the marks around passages. */
  readonly random: () => number
}

type AskOptions = {
  /** Previous exchanges of the conversation, of which the last five are used. */
  readonly history?: readonly RunbookExchange[]
  readonly signal: AbortSignal
}

const mostHistory = 5
/** Characters of a question that are searched for and shown to a model. */
const longestQuestion = 4000

/**
 * Answers questions only from runbooks, in steps with their sources. Questions that are ambiguous, dangerous or not covered are
 * flagged, independently of each other.
 */
export function runbookAssistant(options: RunbookAssistantOptions) {
  return {
    /** @throws {EvalError} `agent` when the model cannot be reached or answers nothing */
    async ask(asked: string, { history = [], signal }: AskOptions): Promise<RunbookAnswer> {
      const start = performance.now()
      const question = asked.trim().slice(0, longestQuestion)
      const task = { question, history: history.slice(-mostHistory), language: questionLanguage(question) }
      const topic = topicOf(question, task.history, options.index.generalIdf)
      const { index, weights, top } = options
      const found = topic === undefined ? undefined : await index.search(topic, { signal, top, weights })
      const written = found && (await writtenFrom(found, task, options, signal))
      // A model that finds nothing in the passages returns an empty text.
      const answered = written?.text === '' ? undefined : written
      const dangerous = dangerIn(question, options.model === undefined ? undefined : answered)
      const flags = {
        insufficient_evidence: topic !== undefined && answered === undefined,
        ambiguous_query: topic === undefined,
        dangerous_operation: dangerous !== undefined,
      }
      return {
        answer: worded(answered, { flags, dangerous }, task.language),
        citations: (answered?.passages ?? []).map(toCitation),
        flags,
        dangerous,
        topScore: found && Math.max(0, ...found.map(({ relevance }) => relevance)),
        removedCitations: answered?.removedCitations ?? 0,
        model: options.model?.id,
        usage: written?.usage,
        modelCalls: written?.modelCalls ?? 0,
        // Without a model call there is no cost.
        cost: written === undefined || written.modelCalls === 0 ? 0 : options.priceOf?.(written.usage),
        seconds: (performance.now() - start) / 1000,
      }
    },
  }
}

/** The question to search for: an ambiguous one continues the previous question. */
function topicOf(question: string, history: readonly RunbookExchange[], generalIdf: GeneralIdf): string | undefined {
  const asked = [...history.map((exchange) => exchange.question), question]
  const named = asked.filter((one) => !isAmbiguous(one, dangerousOperationIn(one), generalIdf))
  return named.at(-1)
}

/** Undefined where the relevance is too low. Without a threshold the nearest passages are shown, and a model decides for itself. */
async function writtenFrom(
  passages: readonly RunbookPassage[],
  task: Omit<ModelAnswerRequest, 'passages'>,
  { model, random, index, leastRelevance = index.leastRelevance }: RunbookAssistantOptions,
  signal: AbortSignal,
): Promise<WrittenAnswer | undefined> {
  if (passages.every(({ relevance }) => relevance < (leastRelevance ?? 0))) return undefined
  return model === undefined
    ? extractedAnswer({ ...task, passages, isJudged: leastRelevance !== undefined })
    : modelAnswer({ ...task, passages }, { model, random, signal })
}

/** Quotes from approved runbooks are no dangerous advice; a model's own words may be. */
function dangerIn(question: string, writtenByModel: WrittenAnswer | undefined): RunbookAnswer['dangerous'] {
  const wanted = dangerousOperationIn(question)
  if (wanted !== undefined) return { ...wanted, in: 'question' }
  const ordered = writtenByModel && orderedBy(writtenByModel)
  return ordered && { ...ordered, in: 'answer' }
}

/** A dangerous operation in an answer that none of its runbooks orders. */
function orderedBy({ text, passages }: WrittenAnswer): DangerousOperation | undefined {
  const found = splitSentences(text).flatMap((sentence) => dangerousOperationIn(sentence) ?? [])
  if (found.length === 0) return dangerousOperationIn(text)
  const own = passages.flatMap((passage) =>
    splitSentences(passage.text).flatMap((one) => dangerousOperationIn(one) ?? []),
  )
  return found.find(({ kind, object }) => !own.some((known) => known.kind === kind && known.object === object))
}

function worded(
  answered: WrittenAnswer | undefined,
  { flags, dangerous }: Pick<RunbookAnswer, 'flags' | 'dangerous'>,
  language: AnswerLanguage,
): string {
  const [words, safer] = [answerWords[language], saferThan[language]]
  const refusal = flags.ambiguous_query ? words.ambiguous : words.noProcedure
  const body = answered === undefined ? refusal : `${answered.text}\n\n${sourcesOf(answered, language)}`
  if (dangerous === undefined) return body
  return [words.dangerous, safer[dangerous.kind] ?? safer.other, body, words.preserve].join('\n\n')
}

/** The cited passages and, without a model, those that were found and not quoted. */
function sourcesOf({ text, passages, modelCalls }: WrittenAnswer, language: AnswerLanguage): string {
  const { sources, seeAlso, place } = answerWords[language]
  const lines = passages.map((passage, index) => ({ mark: `[${index + 1}]`, place: place(passage) }))
  const listed = (title: string, those: typeof lines) =>
    those.length === 0 ? [] : [title, ...those.map((line) => `${line.mark} ${line.place}`)]
  const { cited = [], others = [] } = Object.groupBy(lines, ({ mark }) => (text.includes(mark) ? 'cited' : 'others'))
  return [...listed(sources, cited), ...(modelCalls > 0 ? [] : listed(`\n${seeAlso}`, others))].join('\n')
}

type ExtractRequest = {
  readonly passages: readonly RunbookPassage[]
  readonly language: AnswerLanguage
  /** Whether a threshold exists that says if the runbooks answer the question. */
  readonly isJudged: boolean
}

/** Characters of one or two screens; Japanese needs half as many. */
const longest = { en: 4000, ja: 2000 }

/**
 * Extracts an answer without a model: the best section in full, and the next ones as far as they fit, without repetition. Others are
 * named.
 */
function extractedAnswer({ passages: found, language, isJudged }: ExtractRequest): WrittenAnswer {
  const words = answerWords[language]
  const quoted = found.reduce<readonly RunbookPassage[]>((kept, one) => {
    if (kept.some(({ text }) => text.includes(one.text) || one.text.includes(text))) return kept
    const length = kept.reduce((sum, { text }) => sum + text.length, one.text.length)
    return kept.length === 0 || length <= longest[language] ? [...kept, one] : kept
  }, [])
  const passages = [...new Set([...quoted, ...found])]
  const quotes = quoted.map((passage, index) => {
    const { text, left } = cutLines(passage.text, longest[language])
    return [`[${index + 1}] ${words.place(passage)}`, text, ...(left === 0 ? [] : [words.left(left)])].join('\n\n')
  })
  const text = [...quotes, isJudged ? words.extracted : words.nearest].join('\n\n')
  // Without text nothing was found.
  return { text: quoted.length === 0 ? '' : text, passages, removedCitations: 0, usage: undefined, modelCalls: 0 }
}

/** Cuts a long section after a whole line and closes open code blocks. */
function cutLines(text: string, most: number): { readonly text: string; readonly left: number } {
  if (text.length <= most) return { text, left: 0 }
  const end = text.lastIndexOf('\n', most)
  const shown = text.slice(0, end <= 0 ? most : end).trimEnd()
  const isOpen = shown.split('\n').filter((line) => /^ {0,20}(?:```|~~~)/.test(line)).length % 2 === 1
  const left = text.slice(shown.length).trim().split('\n').length
  return { text: isOpen ? `${shown}\n\`\`\`` : shown, left }
}
