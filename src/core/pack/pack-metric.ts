import type { EvalCase } from '../eval-case.ts'
import type { Invocation } from '../invocation.ts'
import type { InstructionLanguage, Judge, Question } from '../judge.ts'
import type { JsonObject } from '../basics/json.ts'
import type { Message } from '../basics/message.ts'
import type { Metric } from '../metric.ts'

export type MetricNeeds = {
  readonly threshold: number
  readonly adkCompat: boolean
  readonly documents: DocumentsOf
}

export type JudgedMetricNeeds = MetricNeeds & {
  readonly judge: Judge
  /** When undefined, the metric decides. */
  readonly samples: number | undefined
  /** The language of the instructions; when undefined, the metric decides. */
  readonly language: InstructionLanguage | undefined
}

/** A metric that asks a judge, with the figures needed for the cost estimate. */
export type JudgedPackMetric = {
  /** The default number of samples; when undefined, the metric decides. */
  readonly samples?: number
  /** One when absent. */
  readonly questions?: QuestionsPerTurn
  panel?(options: JsonObject, language: InstructionLanguage | undefined): Promise<AskedPanel>
  make(options: JsonObject, needs: JudgedMetricNeeds): Promise<Metric>
}

/** `most` is absent when the agent's answer determines how many there are. */
export type QuestionsPerTurn = { readonly typical: number; readonly most?: number }

/** A panel as this run will ask it: the number of aspects depends on the options. */
export type AskedPanel = {
  readonly aspects: number
  readonly question: (answer: Invocation, evalCase: EvalCase) => Question<unknown>
}

/** A metric that criteria can name, with the options allowed beside threshold and judge. */
export type PackMetric = {
  readonly options?: readonly string[]
  /** The expectations of a case that it reads, such as `response` or a key of its pack; all of them when absent. */
  readonly looksAt?: readonly string[]
  /** True for a metric without a threshold, which passes or fails as a whole. */
  readonly withoutThreshold?: boolean
} & ({ make(options: JsonObject, needs: MetricNeeds): Promise<Metric> } | { readonly judged: JudgedPackMetric })

/** Metrics that are declared in a pack's datasets under the pack's own names. */
export type PackEvaluators = {
  readonly names: readonly string[]
  /** Returns the evaluator that a criterion names; undefined when it names another kind of metric. */
  typeOf(metric: string, options: JsonObject): string | undefined
  asksJudge(type: string | undefined): boolean
  /** Turns the evaluators of a dataset into criteria, in its order. */
  criteriaOf(evaluators: readonly JsonObject[]): Promise<readonly EvaluatorCriterion[]>
  /** @throws {EvalError} `config` for an unknown evaluator or option */
  make(criterion: EvaluatorCriterion, judges: JudgeSource): Promise<MadeEvaluator>
}

export type EvaluatorCriterion = {
  readonly name: string
  readonly type: string
  /** Replaces the evaluator's own rule for passing. */
  readonly threshold?: number
  readonly options: JsonObject
}

/** `threshold` is absent when the judge's verdict decides. */
export type MadeEvaluator = { readonly metric: Metric; readonly threshold?: number }

/** Gives metrics the judges of a run. */
export interface JudgeSource {
  /** The language of the instructions; when undefined, each metric decides. */
  readonly language: InstructionLanguage | undefined
  /** Returns the judge that a criterion names and records it for the cost estimate; `otherwise` holds the defaults. */
  judgeOf(
    criterion: { readonly metricName: string; readonly criterion: JsonObject },
    otherwise: { readonly samples?: number; readonly model?: string; readonly questions?: QuestionsPerTurn },
  ): Promise<{ readonly judge: Judge; readonly samples: number | undefined }>
  /** Warns the user without stopping the run. */
  warn(sentence: Message, hint?: Message): void
}

export type DocumentsOf = (evalCase: EvalCase) => Promise<readonly MetricDocument[]>

export type MetricDocument = {
  readonly name: string
  readonly pages: readonly MetricPage[]
  /** Searches the document for a quote. A long search yields to other work. */
  findQuote(quote: string): Promise<QuoteMatch>
}

/** `unread` is true for a page, such as a scan, that shows something its text lacks. */
type MetricPage = { readonly number: number; readonly text: string; readonly unread?: boolean }

/** How a quote compares with a document: verbatim, nearly so, or absent. */
export type QuoteMatch = { readonly status: 'verified' | 'approximate' | 'not-found'; readonly page?: number }
