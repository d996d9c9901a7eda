import type { EvalCase } from '../eval-case.ts'
import type { Invocation } from '../invocation.ts'
import type { InstructionLanguage, Judge, Question } from '../judge.ts'
import type { JsonObject } from '../basics/json.ts'
import type { Message } from '../basics/message.ts'
import type { Metric } from '../metric.ts'

/** What a metric is made with. */
export type MetricNeeds = {
  readonly threshold: number
  readonly adkCompat: boolean
  /** What the cases are about. */
  readonly documents: DocumentsOf
}

/** What a metric is made with that asks a judge. */
export type JudgedMetricNeeds = MetricNeeds & {
  readonly judge: Judge
  /** Undefined leaves it to the metric. */
  readonly samples: number | undefined
  /** Of the instructions; undefined leaves it to the metric. */
  readonly language: InstructionLanguage | undefined
}

/** A metric that asks a judge, and how it does, for the estimate and for what a criterion leaves open. */
export type JudgedPackMetric = {
  /** Samples unless the criterion says how many; undefined leaves it to the metric. */
  readonly samples?: number
  /** About one turn; one unless given. */
  readonly questions?: QuestionsPerTurn
  /** Of a panel. */
  panel?(options: JsonObject, language: InstructionLanguage | undefined): Promise<AskedPanel>
  make(options: JsonObject, needs: JudgedMetricNeeds): Promise<Metric>
}

/** `most` is absent where the agent decides how many there are. */
export type QuestionsPerTurn = { readonly typical: number; readonly most?: number }

/** A panel as it is going to ask: its aspects are others where somebody chose them. */
export type AskedPanel = {
  readonly aspects: number
  readonly question: (answer: Invocation, evalCase: EvalCase) => Question<unknown>
}

/** A metric that criteria name, with what they may say of it beside its threshold and its judge. */
export type PackMetric = {
  readonly options?: readonly string[]
  /** Which of the things that cases may expect it looks at, such as `response` or a key of its pack; all of them unless given. */
  readonly looksAt?: readonly string[]
  /** It passes as a whole or not at all. */
  readonly withoutThreshold?: boolean
} & ({ make(options: JsonObject, needs: MetricNeeds): Promise<Metric> } | { readonly judged: JudgedPackMetric })

/** Metrics that datasets of a pack bring along, under names of its own. */
export type PackEvaluators = {
  readonly names: readonly string[]
  /** Which evaluator a criterion means; undefined where it means another kind of metric. */
  typeOf(metric: string, options: JsonObject): string | undefined
  asksJudge(type: string | undefined): boolean
  /** Those of a dataset as criteria, in its order. */
  criteriaOf(evaluators: readonly JsonObject[]): Promise<readonly EvaluatorCriterion[]>
  /** @throws {EvalError} `config` for an evaluator that there is not, or an option that it does not have */
  make(criterion: EvaluatorCriterion, judges: JudgeSource): Promise<MadeEvaluator>
}

export type EvaluatorCriterion = {
  readonly name: string
  readonly type: string
  /** Takes the place of its own rule. */
  readonly threshold?: number
  readonly options: JsonObject
}

/** `threshold` is absent where the judge's verdict decides. */
export type MadeEvaluator = { readonly metric: Metric; readonly threshold?: number }

/** The judges of a run as its metrics come by them. */
export interface JudgeSource {
  /** Of the instructions; undefined leaves it to each metric. */
  readonly language: InstructionLanguage | undefined
  /** The judge that a criterion asks for, written down for the estimate; `otherwise` is for what the criterion leaves open. */
  judgeOf(
    criterion: { readonly metricName: string; readonly criterion: JsonObject },
    otherwise: { readonly samples?: number; readonly model?: string; readonly questions?: QuestionsPerTurn },
  ): Promise<{ readonly judge: Judge; readonly samples: number | undefined }>
  /** What people should hear although it stops nothing. */
  warn(sentence: Message, hint?: Message): void
}

/** Hands over the documents of a case. */
export type DocumentsOf = (evalCase: EvalCase) => Promise<readonly MetricDocument[]>

/** A document as metrics look at it. */
export type MetricDocument = {
  readonly name: string
  readonly pages: readonly MetricPage[]
  /** Whether a quote stands in it. In a long document that takes a while, in which others get their turn. */
  findQuote(quote: string): Promise<QuoteMatch>
}

/** `unread` is a page that shows what its text does not have: a scan. */
type MetricPage = { readonly number: number; readonly text: string; readonly unread?: boolean }

/** How a quote compares with a document: word by word, nearly, or not. */
export type QuoteMatch = { readonly status: 'verified' | 'approximate' | 'not-found'; readonly page?: number }
