import type { EvalCase, JsonObject, Message } from '../core/index.ts'
import type { LoadedDataset } from '../packs/adk/adk-eval-set.ts'
import { adkEvalSetFrom, refuseSameIds } from '../packs/adk/adk-eval-set.ts'
import { convertLegacyEvalSet, convertLegacyTest, isLegacyEvalSet } from '../packs/adk/adk-legacy.ts'
import type { AdkResult, AdkResultCase } from '../packs/adk/adk-result-reader.ts'
import { adkResultFrom } from '../packs/adk/adk-result-reader.ts'
import { askedOnly } from './case-batches.ts'
import { detectDocumentFormat } from './detect-format.ts'
import type { DatasetFormat } from './detect-format.ts'
import type { Origin } from './kit/foreign-reading.ts'
import { locate, parseJsonDocument } from './kit/source-text.ts'
import { reviewResultFrom } from '../packs/review/formats/review-result-reader.ts'
import type { ReviewSuiteOptions } from '../packs/review/formats/review-suite.ts'
import { reviewSuiteFrom } from '../packs/review/formats/review-suite.ts'
import { runbookDatasetFrom } from '../packs/runbook/formats/runbook-dataset.ts'
import { runbookResultFrom } from '../packs/runbook/formats/runbook-result-reader.ts'
import { strandsExperimentFrom } from '../packs/strands/formats/strands-experiment.ts'
import { datasetOfStrandsReport, strandsReportFrom } from '../packs/strands/formats/strands-report.ts'
import type { RecordedTranscript } from './transcript-lines.ts'

export type DocumentDataset = {
  readonly dataset: LoadedDataset
  readonly format: DatasetFormat
  readonly transcripts?: readonly RecordedTranscript[]
  readonly evaluators?: readonly JsonObject[]
  /** What stands in it and was passed over. */
  readonly notes?: readonly Message[]
}

/** A JSON document of any kind as a dataset. `name` is for formats that do not name their set. */
export function documentDataset(
  text: string,
  file: string,
  { name, fixtures }: ReviewSuiteOptions & { readonly name: string },
): DocumentDataset {
  const value = parseJsonDocument(text, file)
  const origin: Origin = { file, lineOf: (path) => locate(text, path) }
  const format = detectDocumentFormat(value, file)
  if (format === 'adk-eval-set') return { format, dataset: adkEvalSetFrom(value, origin) }
  if (format === 'adk-legacy') {
    const notes: Message[] = []
    const note = (one: Message) => void notes.push(one)
    return { format, dataset: legacyDataset(value, name, { ...origin, note }), notes }
  }
  if (format === 'review-suite') return { format, dataset: reviewSuiteFrom(value, { origin, id: name, fixtures }) }
  if (format === 'review-result') return { format, ...reviewResultFrom(value, { origin, id: name }) }
  if (format === 'runbook-dataset') return { format, dataset: runbookDatasetFrom(value, { origin, id: name }) }
  if (format === 'runbook-result') return { format, ...runbookResultFrom(value, { origin, id: name }) }
  if (format === 'strands-experiment') {
    const { cases, evaluators } = strandsExperimentFrom(value, origin)
    return { format, dataset: { id: name, cases }, evaluators }
  }
  if (format === 'strands-report') {
    return { format, ...datasetOfStrandsReport(strandsReportFrom(value, origin), name, origin) }
  }
  const result = adkResultFrom(value, origin)
  const transcripts = result.cases.map(({ caseId, invocations }) => ({ caseId, invocations }))
  return { format, dataset: datasetOfResult(result), transcripts }
}

// The same file is always the same dataset, so nothing in it comes from a clock or at random.
function legacyDataset(value: unknown, name: string, origin: Origin): LoadedDataset {
  let turns = 0
  const newId = () => `turn-${(turns += 1)}`
  const convert = isLegacyEvalSet(value) ? convertLegacyEvalSet : convertLegacyTest
  const dataset = convert(value, name, { newId, origin })
  refuseSameIds(dataset.cases, origin, (index) => [index, 'name'])
  return dataset
}

/** Old results hold each run of a case; as a dataset, the first stands for all. */
function datasetOfResult({ evalSetId, createdAt, cases }: AdkResult): LoadedDataset {
  const byId = new Map<string, EvalCase>()
  for (const one of cases) if (!byId.has(one.caseId)) byId.set(one.caseId, caseOfResult(one))
  return { id: evalSetId, ...(createdAt === undefined ? {} : { createdAt }), cases: [...byId.values()] }
}

function caseOfResult({ caseId, invocations, expected }: AdkResultCase): EvalCase {
  return { id: caseId, conversation: expected.length > 0 ? [...expected] : invocations.map(askedOnly) }
}
