import type { Failure, Transcript } from '../run/case-result.ts'
import type { Dataset, EvalCase } from '../eval-case.ts'
import type { HumanRating } from '../run/human-label.ts'
import type { Invocation } from '../invocation.ts'
import type { JsonObject } from '../basics/json.ts'
import type { Message } from '../basics/message.ts'
import type { RunPlan } from '../run/run.ts'

/** The way to a value in a document. */
export type JsonPath = readonly (string | number)[]

/** Where a value came from. `lineOf` gives the line of a path within it, counted from 1. */
export type Origin = {
  readonly file: string
  readonly lineOf?: (path: JsonPath) => number | undefined
  readonly lenient?: boolean
  /** Hears of what is passed over, in words. */
  readonly note?: (note: Message) => void
  /** The name of the case in which a path lies, where people know cases by name. */
  readonly caseAt?: (path: JsonPath) => string | undefined
}

/** A dataset whose cases are all in memory. */
export type LoadedDataset = Omit<Dataset, 'cases'> & { readonly cases: readonly EvalCase[] }

/** What an agent did for one case, as it was written down. */
export type RecordedTranscript = {
  readonly caseId: string
  readonly invocations: readonly Invocation[]
  readonly failure?: Failure
}

/** Recorded transcripts, read anew at each call. */
export type Transcripts = () => AsyncIterable<RecordedTranscript>

/** What a JSON document holds. */
export type DocumentDataset = {
  readonly dataset: LoadedDataset
  readonly transcripts?: readonly RecordedTranscript[]
  /** Which case has no answer of an agent, where others have one. */
  readonly unanswered?: Message
  /** What the document itself asks to be measured. */
  readonly evaluators?: readonly JsonObject[]
  /** What stands in it and was passed over. */
  readonly notes?: readonly Message[]
}

/**
 * Holds a dataset as the text of a file, and what the format could not hold.
 *
 * @example const isWhole = ({ losses }: WrittenDataset) => losses.length === 0
 */
export type WrittenDataset = {
  readonly text: string
  /** What the format could not hold. */
  readonly losses: readonly Message[]
}

/** A result with what people said of it: enough to ask a judge about it again, anywhere. */
export type LabelledResult = {
  readonly evalCase: EvalCase
  readonly transcript: Transcript
  /** What people labelled it for, where they said so. */
  readonly metric: RunPlan['metrics'][number] | undefined
  readonly labels: readonly Pick<HumanRating, 'aspect' | 'value' | 'passed' | 'comment' | 'by'>[]
}

/** A kind of JSON document that datasets stand in. It knows one when it sees one; reading and writing load when needed. */
export interface Format {
  readonly name: string
  /** Whether a document is meant to be one, valid or not. */
  detect(document: unknown): boolean
  /** Asked after all others, because little tells it from them. */
  readonly asLast?: boolean
  /** What the name of a copy ends in; formats without it are read and not written. */
  readonly ending?: string
  /** What datasets are written as unless somebody says otherwise. */
  readonly isDefault?: boolean
  /** An older kind, which nobody writes any more. */
  readonly isOutdated?: boolean
  /** Why its cases cannot be changed, where it is not written. */
  readonly whyReadOnly?: Message
  /** What its datasets are converted into unless somebody says otherwise; the default format unless given. */
  readonly convertsTo?: string
  /** Whether people may have left their word on its results. */
  readonly keepsLabels?: boolean
  /** Whether its cases say nothing of the tools that an agent shall call. */
  readonly silentOnTools?: boolean
  /** Whether its cases have room for what else people say, so that a key there may be a slip. */
  readonly hasRoom?: boolean
  /** Whether cases keep their `review` when they are written. */
  readonly keepsReviews?: boolean
  load(): Promise<FormatCodec>
}

export type FormatCodec = {
  /** `name` is for documents that do not name their set; `fixtures` is where documents of reviews lie. @throws {EvalError} `format` */
  read(
    document: unknown,
    context: { readonly origin: Origin; readonly name: string; readonly fixtures?: string | undefined },
  ): DocumentDataset
  write?(
    dataset: Omit<Dataset, 'cases'>,
    cases: readonly EvalCase[],
    more: { readonly evaluators: readonly JsonObject[] },
  ): WrittenDataset
  /** Whether `write` has a place for the evaluators of an experiment. */
  readonly keepsEvaluators?: boolean
  /** How single cases of a document's list are changed. */
  readonly edit?: {
    /** Where the list of cases stands; the document itself unless given. */
    readonly key?: string
    /** `before` is what stood in its place. */
    write(evalCase: EvalCase, file: string, before: unknown): unknown
  }
  /** What people said of the results in it. @throws {EvalError} `format` */
  labels?(document: unknown, file: string): readonly LabelledResult[]
}
