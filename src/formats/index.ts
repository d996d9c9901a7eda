export { adkEvalCaseFrom, BUILT_IN_PERSONAS, toAdkEvalCase } from './wire/adk-case.ts'
export { MATCH_TYPES, parseCriterion } from '../packs/adk/adk-criterion.ts'
export type { BaseCriterion, CriterionKind } from '../packs/adk/adk-criterion.ts'
export { adkDefaultCriteria, adkEvalConfigFrom, readAdkEvalConfig } from '../packs/adk/adk-eval-config.ts'
export type { AdkEvalConfig, Criterion, MetricInfo } from '../packs/adk/adk-eval-config.ts'
export { adkEvalSetFrom, readAdkEvalSet, toAdkEvalSet, writeAdkEvalSet } from '../packs/adk/adk-eval-set.ts'
export { invocationsFromEvents } from '../packs/adk/adk-events.ts'
export { adkInvocationFrom, adkStepsFrom, toAdkInvocation } from './wire/adk-invocation.ts'
export { checkLegacyRow, convertLegacyEvalSet, convertLegacyTest, isLegacyEvalSet } from '../packs/adk/adk-legacy.ts'
export type { ConversionOptions } from '../packs/adk/adk-legacy.ts'
export { adkResultId, adkResultName, adkResultPath } from '../packs/adk/adk-result-name.ts'
export { readAdkResult } from '../packs/adk/adk-result-reader.ts'
export type { AdkResult, AdkResultCase } from '../packs/adk/adk-result-reader.ts'
export { writeAdkResult } from '../packs/adk/adk-result.ts'
export type { AdkResultText } from '../packs/adk/adk-result.ts'
export { readAdkVersion } from '../packs/adk/adk-version.ts'
export type { AdkVersion } from '../packs/adk/adk-version.ts'
export {
  caseFromScenario,
  readScenarios,
  readSessionInput,
  scenarioId,
  scenarioText,
} from '../packs/adk/adk-scenarios.ts'
export { parseUserSimulatorConfig } from '../packs/adk/adk-user-simulator.ts'
export type { UserSimulatorConfig } from '../packs/adk/adk-user-simulator.ts'
export {
  adkSummary,
  agentEvaluatorVerdict,
  aggregateRuns,
  evalStatus,
  finalStatus,
  metricOutcome,
  statusFromWire,
  statusToWire,
} from '../packs/adk/adk-verdict.ts'
export type { AdkMetricOutcome, AdkMetricRun, AdkOutcome, AdkStatus, AdkTurnScores } from '../packs/adk/adk-verdict.ts'
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
export { readStrandsExperiment, writeStrandsExperiment } from '../packs/strands/formats/strands-experiment.ts'
export type { StrandsExperiment } from '../packs/strands/formats/strands-experiment.ts'
export { readStrandsReport } from '../packs/strands/formats/strands-report.ts'
export type { StrandsOutput, StrandsReport, StrandsRow } from '../packs/strands/formats/strands-report.ts'
export { readCsv, readTableLines } from './table/table.ts'
export type { CaseAtLine } from './table/table.ts'
export type { TableColumns } from './table/table-columns.ts'
export { isUsualColumn, usualColumnNames } from './table/table-columns.ts'
export { readTranscriptLines, toTranscriptLine } from './transcript-lines.ts'
export { writableFormats, writeDataset } from './write-dataset.ts'
export { writeStrandsReport } from '../packs/strands/formats/write-strands-report.ts'
export type {
  Format,
  FormatCodec,
  LabelledResult,
  LoadedDataset,
  RecordedTranscript,
  Transcripts,
  WrittenDataset,
} from '../core/index.ts'
