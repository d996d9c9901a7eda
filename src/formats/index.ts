export { adkEvalCaseFrom, BUILT_IN_PERSONAS, toAdkEvalCase } from './adk-case.ts'
export { MATCH_TYPES, parseCriterion } from './adk-criterion.ts'
export type { BaseCriterion, CriterionKind } from './adk-criterion.ts'
export { adkDefaultCriteria, adkEvalConfigFrom, readAdkEvalConfig } from './adk-eval-config.ts'
export type { AdkEvalConfig, Criterion, MetricInfo } from './adk-eval-config.ts'
export { adkEvalSetFrom, isMeantAsEvalSet, readAdkEvalSet, toAdkEvalSet, writeAdkEvalSet } from './adk-eval-set.ts'
export type { LoadedDataset } from './adk-eval-set.ts'
export { invocationsFromEvents } from './adk-events.ts'
export { adkInvocationFrom, adkStepsFrom, toAdkInvocation } from './adk-invocation.ts'
export { checkLegacyRow, convertLegacyEvalSet, convertLegacyTest, isLegacyEvalSet } from './adk-legacy.ts'
export type { ConversionOptions } from './adk-legacy.ts'
export { adkResultId, adkResultName, adkResultPath } from './adk-result-name.ts'
export { readAdkResult } from './adk-result-reader.ts'
export type { AdkResult, AdkResultCase } from './adk-result-reader.ts'
export { writeAdkResult } from './adk-result.ts'
export type { AdkResultText } from './adk-result.ts'
export { caseFromScenario, readScenarios, readSessionInput, scenarioId, scenarioText } from './adk-scenarios.ts'
export { parseUserSimulatorConfig } from './adk-user-simulator.ts'
export type { UserSimulatorConfig } from './adk-user-simulator.ts'
export {
  adkSummary,
  agentEvaluatorVerdict,
  aggregateRuns,
  evalStatus,
  finalStatus,
  metricOutcome,
  statusFromWire,
  statusToWire,
} from './adk-verdict.ts'
export type { AdkMetricOutcome, AdkMetricRun, AdkOutcome, AdkStatus, AdkTurnScores } from './adk-verdict.ts'
export { readCaseLines, toCaseLine } from './case-lines.ts'
export { parseDatasetSelector, parseDatasetSelectors } from './dataset-selector.ts'
export type { DatasetSelector } from './dataset-selector.ts'
export { decodeText } from './decode-text.ts'
export type { DatasetFormat } from './detect-format.ts'
export { addCase, deleteCase, updateCase } from './eval-set-cases.ts'
export { openDataset, openTranscripts } from './open-dataset.ts'
export type { OpenDatasetOptions, OpenedDataset } from './open-dataset.ts'
export { assertPathSegment, isEvalSetId, isSafePathSegment } from './path-segment.ts'
export { readCsv, readTableLines } from './table.ts'
export type { CaseAtLine } from './table.ts'
export type { TableColumns } from './table-columns.ts'
export { readTranscriptLines, toTranscriptLine } from './transcript-lines.ts'
export type { RecordedTranscript, Transcripts } from './transcript-lines.ts'
export { setLosses, writeDataset } from './write-dataset.ts'
export type { WrittenDataset } from './write-dataset.ts'
