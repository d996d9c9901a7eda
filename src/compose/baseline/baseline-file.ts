import { z } from 'zod'
import { type CaseRecord, type Score, type ScoredCase, CaseResult, Run, stringifyJson } from '../../core/index.ts'
import { caseHash, type RunResults } from '../../runner/index.ts'

const BaselineScore = z.object({
  metric: z.string(),
  status: z.enum(['scored', 'measured', 'not-evaluated', 'error']),
  value: z.number().optional(),
  passed: z.boolean().optional(),
  unit: z.string().optional(),
  blame: z.enum(['agent', 'metric', 'judge', 'dataset']).optional(),
})

const BaselineCase = CaseResult.pick({ position: true, repeat: true, verdict: true, cost: true }).extend({
  id: z.string(),
  sha256: z.string(),
  scores: z.array(BaselineScore),
  /** Error code of a case that did not finish. */
  failure: z.string().optional(),
})
type BaselineCase = z.infer<typeof BaselineCase>

/** A run without any texts, small enough to be committed, for comparison with later runs. */
export const BaselineFile = z.object({
  schema: z.literal('shinsa-baseline/1'),
  run: Run,
  cases: z.array(BaselineCase),
})
export type BaselineFile = z.infer<typeof BaselineFile>

/** Writes the file in chunks, one case per line, so that diffs are readable. */
export async function* toBaseline({
  run,
  records,
}: {
  readonly run: Run
  readonly records: Iterable<CaseRecord> | AsyncIterable<CaseRecord>
}): AsyncGenerator<string> {
  yield `{"schema":"shinsa-baseline/1",\n"run":${stringifyJson(withoutTexts(run))},\n"cases":[`
  let separator = '\n'
  for await (const { result } of records) {
    if (result === undefined) continue
    yield separator + stringifyJson(baselineCase(result))
    separator = ',\n'
  }
  yield '\n]}\n'
}

/** Keeps only what comparisons need: no paths, no command line, no notes. */
function withoutTexts({ plan, summary, processId: _process, ...run }: Run): Run {
  const { origin: _origin, dataset, ...others } = plan
  const { path: _path, ...named } = dataset
  const short = summary && { ...summary, notes: undefined, gate: { ...summary.gate, reasons: [] } }
  return { ...run, plan: { ...others, dataset: named }, ...(short && { summary: short }) }
}

function baselineCase({ evalCase, position, repeat, verdict, cost, scores, transcript }: CaseResult): BaselineCase {
  const { failure } = transcript
  return {
    id: evalCase.id,
    position,
    repeat,
    sha256: caseHash(evalCase),
    verdict,
    scores: scores.map(baselineScore),
    cost,
    ...(failure !== undefined && { failure: failure.code }),
  }
}

function baselineScore(score: Score): BaselineCase['scores'][number] {
  const { metric, status } = score
  switch (status) {
    case 'scored':
      return { metric, status, value: score.value, passed: score.passed }
    case 'measured':
      return { metric, status, value: score.value, unit: score.unit }
    case 'not-evaluated':
      return { metric, status }
    case 'error':
      return { metric, status, blame: score.blame }
  }
}

export function baselineResults({ run, cases }: BaselineFile): RunResults {
  return {
    run,
    async *scoredCases() {
      for (const one of cases) yield scoredCase(one)
    },
    caseHashes: async () => new Map(cases.map(({ id, sha256 }) => [id, sha256])),
  }
}

const noReason = { text: '' }

function scoredCase({ id, position, repeat, verdict, cost, scores, failure }: BaselineCase): ScoredCase {
  return {
    caseId: id,
    position,
    repeat,
    verdict,
    cost,
    scores: scores.map(({ metric, status, value = 0, passed = false, unit = '', blame = 'metric' }): Score => {
      if (status === 'scored') return { metric, status, value, passed }
      if (status === 'measured') return { metric, status, value, unit }
      return status === 'error' ? { metric, status, blame, reason: noReason } : { metric, status, reason: noReason }
    }),
    ...(failure !== undefined && { failure: { code: failure, reason: noReason } }),
  }
}
