import { expect, it } from 'vitest'
import { formats } from '../../../compose/datasets.ts'
import { documentDataset } from '../../../formats/document-dataset.ts'

/** As programs wrote it that knew no more than the reference. */
const old = {
  experiment_type: 'comprehensive',
  timestamp: '2025-12-20T10:11:12.000001',
  total_cases: 2,
  successful_cases: 2,
  failed_cases: 0,
  case_results: [
    {
      case_name: 'TC001',
      input: {
        document_paths: ['report.pdf'],
        check_name: 'Battery',
        check_description: 'At least 120 minutes',
        language_name: 'English',
        tool_configuration: null,
        fixtures_dir: '/suites/fixtures',
      },
      agent_output: { result: 'pass', confidence: 0.91, explanation: 'It is fine.', short_explanation: 'Fine' },
      evaluations: { AccuracyEvaluator: { score: 0, details: 'expected=fail | actual=pass', pass: false } },
    },
  ],
  aggregated_metrics: { AccuracyEvaluator: { accuracy: 0 } },
}

const read = async (value: unknown) =>
  documentDataset(JSON.stringify(value), 'results.json', { name: 'results', formats })

it('reads an old result file as cases with the answers that were given', async () => {
  const { format, dataset, transcripts } = await read(old)
  expect(format).toBe('review-result')
  expect(dataset.cases[0]).toMatchObject({
    id: 'TC001',
    review: { expected: 'fail', documents: ['report.pdf'], folder: '/suites/fixtures' },
  })
  expect(transcripts?.[0]?.invocations[0]?.finalResponse?.parts?.[0]?.text).toBe(
    JSON.stringify(old.case_results[0]?.agent_output),
  )
})

it('keeps the failures of agents as failures', async () => {
  const [one] = old.case_results
  const { transcripts } = await read({
    ...old,
    case_results: [{ ...one, agent_output: null, error: 'no credentials' }],
  })
  expect(transcripts).toMatchObject([{ caseId: 'TC001', invocations: [], failure: { code: 'agent' } }])
})

it('names the case that does not say what was expected', async () => {
  const [one] = old.case_results
  await expect(read({ ...old, case_results: [{ ...one, evaluations: {} }] })).rejects.toThrow(
    'results.json:1: "TC001": case_results[0].expected_output.result: expected "pass" / "fail", got undefined',
  )
})
