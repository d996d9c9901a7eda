export { adkEvalCaseFrom, BUILT_IN_PERSONAS, toAdkEvalCase } from './wire/adk-case.ts'
export { adkInvocationFrom, adkStepsFrom, toAdkInvocation } from './wire/adk-invocation.ts'
export { readCaseLines, toCaseLine } from './case-lines.ts'
export { parseDatasetSelector, parseDatasetSelectors } from './dataset-selector.ts'
export type { DatasetSelector } from './dataset-selector.ts'
export { decodeText } from './kit/decode-text.ts'
export { addCase, deleteCase, updateCase } from './eval-set-cases.ts'
export { LabelLine, toLabelLine } from './labels/labelled-result.ts'
export { openDataset, openTranscripts } from './open-dataset.ts'
export type { OpenDatasetOptions, OpenedDataset } from './open-dataset.ts'
export { openLabelLines, openLabels } from './labels/open-labels.ts'
export type { OpenedLabels } from './labels/open-labels.ts'
export { assertPathSegment, isEvalSetId, isSafePathSegment } from './kit/path-segment.ts'
export { readCsv, readTableLines } from './table/table.ts'
export type { CaseAtLine } from './table/table.ts'
export type { TableColumns } from './table/table-columns.ts'
export { isDefaultColumn, defaultColumnNames } from './table/table-columns.ts'
export { readTranscriptLines, toTranscriptLine } from './transcript-lines.ts'
export { writableFormats, writeDataset } from './write-dataset.ts'
export type {
  Format,
  FormatCodec,
  LabelledResult,
  LoadedDataset,
  RecordedTranscript,
  Transcripts,
  WrittenDataset,
} from '../core/index.ts'
