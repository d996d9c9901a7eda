import { message } from '../../core/index.ts'
import { adkInvocation } from '../../formats/wire/adk-invocation.ts'
import { adkTokenUsage } from '../../formats/wire/adk-usage.ts'
import { type AdkStatus, statusFromWire, statusToWire } from './adk-verdict.ts'
import { defaulted, nullable, object, optional, recent, required } from '../../formats/kit/foreign-object.ts'
import { report } from '../../formats/kit/foreign-reading.ts'
import {
  type Codec,
  type CodecValue,
  anything,
  valueExcerpt,
  jsonObject,
  list,
  number,
  string,
} from '../../formats/kit/foreign-value.ts'

const status: Codec<AdkStatus> = {
  read: (value, reading) =>
    statusFromWire(value) ??
    report(
      reading,
      (place) => message('{place}: there is no status {actual}', { place, actual: valueExcerpt(value) }),
      {
        hint: { known: ['1 (PASSED)', '2 (FAILED)', '3 (NOT_EVALUATED)', '4 (INFORMATIONAL)'] },
      },
    ),
  write: statusToWire,
}

const rubricScore = object(
  {
    rubricId: required('rubric_id', string),
    rationale: nullable('rationale', string),
    score: nullable('score', number),
  },
  { unknown: 'ignore' },
)

const details = object(
  { rubricScores: nullable('rubric_scores', list(rubricScore)), tokens: recent('token_usage_details', adkTokenUsage) },
  { unknown: 'ignore' },
)

const metricResult = object(
  {
    metricName: defaulted('metric_name', string, ''),
    threshold: nullable('threshold', number),
    criterion: nullable('criterion', jsonObject),
    customFunctionPath: nullable('custom_function_path', string),
    score: nullable('score', number),
    status: required('eval_status', status),
    details: defaulted('details', details, { rubricScores: null }),
  },
  { unknown: 'ignore' },
)

const invocationResult = object(
  {
    actual: required('actual_invocation', adkInvocation),
    expected: optional('expected_invocation', adkInvocation),
    metrics: defaulted('eval_metric_results', list(metricResult), []),
  },
  { unknown: 'ignore' },
)

const caseResult = object(
  {
    evalSetFile: optional('eval_set_file', string),
    evalSetId: defaulted('eval_set_id', string, ''),
    caseId: required('eval_id', string),
    status: required('final_eval_status', status),
    oldMetrics: optional('eval_metric_results', anything),
    metrics: defaulted('overall_eval_metric_results', list(metricResult), []),
    invocations: defaulted('eval_metric_result_per_invocation', list(invocationResult), []),
    sessionId: defaulted('session_id', string, ''),
    sessionDetails: optional('session_details', anything),
    userId: optional('user_id', string),
  },
  { unknown: 'ignore' },
)

/** Reads and writes an `.evalset_result.json`. Unknown keys of other versions are ignored. */
export const adkResultFile = object(
  {
    id: required('eval_set_result_id', string),
    name: optional('eval_set_result_name', string),
    evalSetId: required('eval_set_id', string),
    cases: defaulted('eval_case_results', list(caseResult), []),
    createdAt: optional('creation_timestamp', number, 0),
    // ADK ignores unknown keys at the top of the file, and nowhere else.
    shinsa: recent('shinsa', jsonObject),
  },
  { unknown: 'ignore' },
)

export const adkMetricResult = metricResult

export type AdkMetricResult = CodecValue<typeof metricResult>
export type AdkCaseResultRow = CodecValue<typeof caseResult>
