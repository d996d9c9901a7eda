import type { LanguageModel } from '../../models/index.ts'
import { isAmbiguous } from './ambiguous-query.ts'
import type { AnswerWords } from './answer-words.ts'
import { answerWords, languageOf } from './answer-words.ts'
import { dangerousOperationIn } from './dangerous-operation.ts'
import { extractedAnswer } from './extracted-answer.ts'
import { lacksEvidence } from './insufficient-evidence.ts'
import { modelAnswer } from './model-answer.ts'
import type { RunbookAnswer, RunbookExchange, WrittenAnswer } from './runbook-answer.ts'
import { toCitation } from './runbook-answer.ts'
import type { RunbookIndex, RunbookPassage, RunbookSearchOptions } from './runbook-index.ts'

export type RunbookAssistantOptions = Pick<RunbookSearchOptions, 'top' | 'weights'> & {
  readonly index: Pick<RunbookIndex, 'search'>
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
const usualTop = 4
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
      const recent = history.slice(-mostHistory)
      const words = answerWords[languageOf(question)]
      const wanted = dangerousOperationIn(question)
      const topic = topicOf(question, recent)
      const ambiguous = topic === undefined
      const passages = ambiguous ? undefined : await search(topic, options, signal)
      const lacking = passages !== undefined && lacksEvidence(topic ?? question, passages, options.leastRelevance)
      const written =
        passages === undefined || lacking
          ? undefined
          : await write({ question, passages, history: recent }, options, signal)
      const insufficient = lacking || written?.text === ''
      const answered = insufficient ? undefined : written
      const ordered =
        answered === undefined || options.model === undefined ? undefined : dangerousOperationIn(answered.text)
      const dangerous =
        wanted === undefined ? ordered && { ...ordered, in: 'answer' as const } : { ...wanted, in: 'question' as const }
      const body =
        answered === undefined ? refusal({ ambiguous, words }) : `${answered.text}\n\n${sourcesOf(answered, words)}`
      return {
        answer:
          dangerous === undefined
            ? body
            : [words.dangerous, words.instead[dangerous.kind], body, words.preserve].join('\n\n'),
        citations: (answered?.passages ?? []).map(toCitation),
        flags: {
          insufficient_evidence: insufficient,
          ambiguous_query: ambiguous,
          dangerous_operation: dangerous !== undefined,
        },
        dangerous,
        topScore: passages && Math.max(0, ...passages.map(({ relevance }) => relevance)),
        removedCitations: answered?.removedCitations ?? 0,
        model: options.model?.id,
        usage: written?.usage,
        modelCalls: written?.modelCalls ?? 0,
        cost: written?.modelCalls ? options.priceOf?.(written.usage) : 0,
        seconds: (performance.now() - start) / 1000,
      }
    },
  }
}

/** What is searched for: a question that names nothing may go on with what was asked before it. */
function topicOf(question: string, history: readonly RunbookExchange[]): string | undefined {
  if (!isAmbiguous(question, dangerousOperationIn(question))) return question
  const before = history.findLast(
    (exchange) => !isAmbiguous(exchange.question, dangerousOperationIn(exchange.question)),
  )
  return before?.question
}

function search(topic: string, options: RunbookAssistantOptions, signal: AbortSignal) {
  const { index, model, weights, top = usualTop } = options
  return index.search(topic, {
    signal,
    top: model === undefined ? 2 * top : top,
    ...(weights !== undefined && { weights }),
  })
}

type Task = {
  readonly question: string
  readonly passages: readonly RunbookPassage[]
  readonly history: readonly RunbookExchange[]
}

async function write(
  task: Task,
  { model, random, top = usualTop }: RunbookAssistantOptions,
  signal: AbortSignal,
): Promise<WrittenAnswer> {
  const language = languageOf(task.question)
  return model === undefined
    ? extractedAnswer({ ...task, language, top })
    : modelAnswer({ ...task, language }, { model, random, signal })
}

function refusal({ ambiguous, words }: { readonly ambiguous: boolean; readonly words: AnswerWords }): string {
  return ambiguous ? words.ambiguous : words.noProcedure
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
