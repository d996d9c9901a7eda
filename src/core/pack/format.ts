import type { Failure, Transcript } from '../run/case-result.ts'
import type { Dataset, EvalCase } from '../eval-case.ts'
import type { HumanRating } from '../run/human-label.ts'
import type { Invocation } from '../invocation.ts'
import type { JsonObject } from '../basics/json.ts'
import type { Message } from '../basics/message.ts'
import type { RunPlan } from '../run/run.ts'

/** The keys and indexes that lead to a value in a document. */
export type JsonPath = readonly (string | number)[]

/** The source of a value. `lineOf` returns the line of a path, counted from 1. */
export type Origin = {
  readonly file: string
  readonly lineOf?: (path: JsonPath) => number | undefined
  readonly lenient?: boolean
  /** Receives a message for everything that is skipped. */
  readonly note?: (note: Message) => void
  /** Returns the name of the case that a path lies in, when cases have names. */
  readonly caseAt?: (path: JsonPath) => string | undefined
}

export type LoadedDataset = Omit<Dataset, 'cases'> & { readonly cases: readonly EvalCase[] }

/** The recorded exchanges of an agent for one case. */
export type RecordedTranscript = {
  readonly caseId: string
  readonly invocations: readonly Invocation[]
  readonly failure?: Failure
}

/** Reads recorded transcripts; each call starts from the beginning. */
export type Transcripts = () => AsyncIterable<RecordedTranscript>

/** The dataset in a JSON document, with everything else read from it. */
export type DocumentDataset = {
  readonly dataset: LoadedDataset
  readonly transcripts?: readonly RecordedTranscript[]
  /** Names the cases without a recorded answer, when other cases have one. */
  readonly unanswered?: Message
  readonly evaluators?: readonly JsonObject[]
  /** Messages about skipped content. */
  readonly notes?: readonly Message[]
}

/**
 * Holds a dataset as the text of a file, and what the format could not hold.
 *
 * @example const isWhole = ({ losses }: WrittenDataset) => losses.length === 0
 */
export type WrittenDataset = {
  readonly text: string
  readonly losses: readonly Message[]
}

/** A result with its human labels: enough to put it to a judge again. */
export type LabelledResult = {
  readonly evalCase: EvalCase
  readonly transcript: Transcript
  /** The metric that people labelled, when they chose one. */
  readonly metric: RunPlan['metrics'][number] | undefined
  readonly labels: readonly Pick<HumanRating, 'aspect' | 'value' | 'passed' | 'comment' | 'by'>[]
}

/** A kind of JSON document that holds a dataset. Detecting it is cheap; its reader and writer load on demand. */
export interface Format {
  readonly name: string
  /** True when a document is meant to be of this format, even if it is invalid. */
  detect(document: unknown): boolean
  /** Detected after all other formats, because little sets it apart. */
  readonly asLast?: boolean
  /** Absent for formats that are read only. */
  readonly ending?: string
  /** True for the format in which datasets are written by default. */
  readonly isDefault?: boolean
  readonly isOutdated?: boolean
  /** Explains why cases cannot be changed, for formats that are read only. */
  readonly whyReadOnly?: Message
  /** The default format when absent. */
  readonly convertsTo?: string
  /** True when results in it may carry human labels. */
  readonly keepsLabels?: boolean
  /** True when its cases cannot express expected tool calls. */
  readonly silentOnTools?: boolean
  /** True when its cases accept additional keys, so that an unknown key may be a typing mistake. */
  readonly hasRoom?: boolean
  readonly keepsReviews?: boolean
  load(): Promise<FormatCodec>
}

export type FormatCodec = {
  /** `name` is for documents that name no dataset, `fixtures` the folder of documents. @throws {EvalError} `format` */
  read(
    document: unknown,
    context: { readonly origin: Origin; readonly name: string; readonly fixtures?: string | undefined },
  ): DocumentDataset
  write?(
    dataset: Omit<Dataset, 'cases'>,
    cases: readonly EvalCase[],
    more: { readonly evaluators: readonly JsonObject[] },
  ): WrittenDataset
  readonly keepsEvaluators?: boolean
  readonly edit?: {
    /** The key of the list of cases; the document itself is the list when absent. */
    readonly key?: string
    /** `before` is the previous content in its place. */
    write(evalCase: EvalCase, file: string, before: unknown): unknown
  }
  /** Reads the human labels on its results. @throws {EvalError} `format` */
  labels?(document: unknown, file: string): readonly LabelledResult[]
}
