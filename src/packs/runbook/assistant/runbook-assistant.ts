import type { LanguageModel } from '../../../models/index.ts'
import { isAmbiguous } from './ambiguous-query.ts'
import type { AnswerLanguage, AnswerWords } from './answer-words.ts'
import { answerWords, languageOf } from './answer-words.ts'
import { dangerousOperationIn } from './dangerous-operation-in.ts'
import { extractedAnswer } from './extracted-answer.ts'
import { lacksEvidence } from './insufficient-evidence.ts'
import { modelAnswer } from './model-answer.ts'
import type { RunbookAnswer, RunbookExchange, WrittenAnswer } from './runbook-answer.ts'
import { toCitation } from './runbook-answer.ts'
import type { RunbookPassage, RunbookSearch, RunbookSearchOptions } from './runbook-passage.ts'

export type RunbookAssistantOptions = Pick<RunbookSearchOptions, 'top' | 'weights'> & {
  readonly index: { readonly search: RunbookSearch }
  /** Writes the answers; without one the passages' own steps are the answer. */
  readonly model?: LanguageModel | undefined
  /** US dollars for what a model's call took. */
  readonly priceOf?: (usage: RunbookAnswer['usage']) => number | undefined
  /** How much of a question the best passage must have, 0–1. */
  readonly leastRelevance?: number | undefined
  /** Uniform in [0, 1) and not to be foretold: it makes the marks around passages. */
  readonly random: () => number
}

type AskOptions = {
  /** The exchanges before this one, of the same conversation; the last five count. */
  readonly history?: readonly RunbookExchange[]
  readonly signal: AbortSignal
}

export type RunbookAssistant = {
  /** @throws {EvalError} `agent` when the model cannot be reached or answers nothing */
  ask(question: string, options: AskOptions): Promise<RunbookAnswer>
}

const mostHistory = 5
const defaultTop = 4
/** What somebody types, and nothing longer, is searched for and shown to a model. */
const longestQuestion = 4000

/**
 * Answers questions from runbooks, and from nothing else: as steps, each with the passage it rests on. What is asked for may
 * be too vague, dangerous, or not in the runbooks; each is said whatever holds beside it.
 */
export function runbookAssistant(options: RunbookAssistantOptions): RunbookAssistant {
  return {
    async ask(asked, { history = [], signal }) {
      const start = performance.now()
      const question = asked.trim().slice(0, longestQuestion)
      const task = { question, history: history.slice(-mostHistory), language: languageOf(question) }
      const topic = topicOf(question, task.history)
      const passages = topic === undefined ? undefined : await search(topic, options, signal)
      const written = await writtenFrom({ topic, passages }, task, options, signal)
      // A model that finds nothing in the passages writes no text.
      const answered = written?.text === '' ? undefined : written
      const dangerous = dangerIn(question, options.model === undefined ? undefined : answered)
      const flags = {
        insufficient_evidence: topic !== undefined && answered === undefined,
        ambiguous_query: topic === undefined,
        dangerous_operation: dangerous !== undefined,
      }
      return {
        answer: worded({ flags, dangerous, answered, words: answerWords[task.language] }),
        citations: (answered?.passages ?? []).map(toCitation),
        flags,
        dangerous,
        topScore: passages && Math.max(0, ...passages.map(({ relevance }) => relevance)),
        removedCitations: answered?.removedCitations ?? 0,
        ...modelUse(written, options),
        seconds: (performance.now() - start) / 1000,
      }
    },
  }
}

/** What is searched for: a question that names nothing may go on with what was asked before it. */
function topicOf(question: string, history: readonly RunbookExchange[]): string | undefined {
  const asked = [...history.map((exchange) => exchange.question), question]
  const named = asked.filter((one) => !isAmbiguous(one, dangerousOperationIn(one)))
  return named.at(-1)
}

function search(topic: string, options: RunbookAssistantOptions, signal: AbortSignal) {
  const { index, model, weights, top = defaultTop } = options
  const found = model === undefined ? 2 * top : top
  return index.search(topic, { signal, top: found, ...(weights !== undefined && { weights }) })
}

type Evidence = { readonly topic: string | undefined; readonly passages: readonly RunbookPassage[] | undefined }

/** Undefined where there is nothing to search for, or what was found is not enough. */
async function writtenFrom(
  { topic, passages }: Evidence,
  task: Task,
  options: RunbookAssistantOptions,
  signal: AbortSignal,
): Promise<WrittenAnswer | undefined> {
  if (topic === undefined || passages === undefined || lacks(topic, passages, options)) return undefined
  return write(task, passages, options, signal)
}

function lacks(
  topic: string,
  passages: readonly RunbookPassage[],
  { leastRelevance: threshold, model }: RunbookAssistantOptions,
): boolean {
  return lacksEvidence(topic, passages, { threshold, isChecked: model !== undefined })
}

type Task = {
  readonly question: string
  readonly history: readonly RunbookExchange[]
  readonly language: AnswerLanguage
}

async function write(
  task: Task,
  passages: readonly RunbookPassage[],
  { model, random, top = defaultTop }: RunbookAssistantOptions,
  signal: AbortSignal,
): Promise<WrittenAnswer> {
  return model === undefined
    ? extractedAnswer({ ...task, passages, top })
    : modelAnswer({ ...task, passages }, { model, random, signal })
}

/** Where nothing was asked of the model, nothing was paid. */
function modelUse(
  written: WrittenAnswer | undefined,
  { model, priceOf }: RunbookAssistantOptions,
): Pick<RunbookAnswer, 'model' | 'usage' | 'modelCalls' | 'cost'> {
  const modelCalls = written?.modelCalls ?? 0
  return {
    model: model?.id,
    usage: written?.usage,
    modelCalls,
    cost: modelCalls > 0 ? priceOf?.(written?.usage) : 0,
  }
}

/** Runbooks are approved, and what is taken from them word by word is; what a model writes need not be. */
function dangerIn(question: string, writtenByModel: WrittenAnswer | undefined): RunbookAnswer['dangerous'] {
  const wanted = dangerousOperationIn(question)
  if (wanted !== undefined) return { ...wanted, in: 'question' }
  const ordered = writtenByModel && dangerousOperationIn(writtenByModel.text)
  return ordered && { ...ordered, in: 'answer' }
}

type Parts = Pick<RunbookAnswer, 'flags' | 'dangerous'> & {
  readonly answered: WrittenAnswer | undefined
  readonly words: AnswerWords
}

function worded({ flags, dangerous, answered, words }: Parts): string {
  const refusal = flags.ambiguous_query ? words.ambiguous : words.noProcedure
  const body = answered === undefined ? refusal : `${answered.text}\n\n${sourcesOf(answered, words)}`
  if (dangerous === undefined) return body
  return [words.dangerous, words.instead[dangerous.kind], body, words.preserve].join('\n\n')
}

/** The passages that the marks of the answer point to. */
function sourcesOf({ text, passages }: WrittenAnswer, { sources, page }: AnswerWords): string {
  const lines = passages.flatMap(({ file, heading, pages: [first, last] }, index) =>
    text.includes(`[${index + 1}]`)
      ? [
          `[${index + 1}] ${[file, heading, ...(/\.pdf$/i.test(file) ? [page(first, last)] : [])].filter((part) => part !== '').join(' — ')}`,
        ]
      : [],
  )
  return [sources, ...lines].join('\n')
}
