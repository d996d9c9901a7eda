import { resolve } from 'node:path'
import { type Run, message } from '../../core/index.ts'
import { caseChunks, writeReport } from '../../workspace/runs/reports.ts'
import { defineCommand, refuseIdleFlags, storeOption } from '../command.ts'
import { findNamedRun } from '../find-run.ts'
import { viewIn, viewOption } from '../run-view.ts'
import { outputsFrom, outputOptions } from '../output.ts'
import { refuseWithoutView } from '../../workspace/runs/viewed-formats.ts'
import { onlyCase } from '../only-case.ts'
import { storeToRead } from '../dependencies.ts'

export const showRunCommand = defineCommand({
  name: 'show',
  summary: message('the report of a run, or everything about one case of it'),
  operands: 'RUN [CASE] [OPTIONS]',
  mostOperands: 2,
  details: [message('RUN is an id, its beginning, or `latest`.')],
  examples: [
    'shinsa show latest',
    'shinsa show latest hot_day',
    'shinsa show latest --all --lang ja',
    'shinsa show latest --view "only=failed&tag=odd"',
    'shinsa show latest --fail-on "corrected-pass-rate-low<0.8"',
  ],
  options: {
    all: { summary: message('every failing case, not only the first 20') },
    'fail-on': {
      value: 'RULES',
      summary: message('rules of a gate to hold the run against, with exit code 1 where one is broken'),
    },
    'judge-errors': {
      value: 'FILE',
      summary: message('correct pass rates by the error rates of judges: a validation in JSON, or rates by metric'),
    },
    ...viewOption,
    ...outputOptions,
    ...storeOption,
  },
  async run(operands, flags, terminal) {
    if (operands[1] !== undefined) {
      refuseIdleFlags(flags, ['all', 'fail-on', 'judge-errors', 'view', ...Object.keys(outputOptions)], {
        beside: 'CASE',
        hint: message('Everything about one case is text; `shinsa show RUN --json` has all cases as JSON.'),
      })
    }
    const outputs = outputsFrom(flags)
    if (flags.view !== undefined) for (const { format } of outputs) refuseWithoutView(format)
    const store = storeToRead(terminal)
    const found = await findNamedRun(store, operands[0])
    const rules = flags['fail-on']?.split(',').map((rule) => rule.trim())
    const gated = rules === undefined ? found : await gatedBy(found, rules)
    const errors = flags['judge-errors']
    const run = errors === undefined ? gated : await correctedBy(gated, resolve(terminal.cwd, errors))
    const [, caseId] = operands
    if (caseId === undefined) {
      const viewed = flags.view === undefined ? undefined : await viewIn(run, flags.view, { store, terminal })
      const records = () => viewed?.records() ?? store.records(run.plan.runId)
      const limit = flags.all === true ? Number.POSITIVE_INFINITY : undefined
      await writeReport(outputs, [() => ({ run, view: viewed?.view, records: records() })], terminal, { limit })
    } else {
      for await (const text of caseChunks({ run, records: onlyCase(store, run, caseId) }, terminal))
        terminal.stdout(text)
    }
    return rules === undefined || run.summary?.gate.passed === true ? 0 : 1
  },
})

async function correctedBy(run: Run, file: string): Promise<Run> {
  const { plan, summary } = run
  const [{ readJudgeErrors }, { byJudgeErrors }] = await Promise.all([
    import('../../compose/judging/judge-errors-file.ts'),
    import('../../runner/corrected/by-judge-errors.ts'),
  ])
  const names = plan.metrics.map(({ name }) => name)
  const known = await readJudgeErrors(file, names)
  return summary === undefined ? run : { ...run, summary: byJudgeErrors(summary, known) }
}

/** Applies other gate rules to the run; the store keeps the run's own decision. */
async function gatedBy(run: Run, failOn: readonly string[]): Promise<Run> {
  const [{ gateMeasuresOf }, { judgeRun, parseGateRules }] = await Promise.all([
    import('../../compose/pack-parts.ts'),
    import('../../runner/gate.ts'),
  ])
  const measures = gateMeasuresOf()
  parseGateRules(failOn, measures)
  return run.summary === undefined
    ? run
    : { ...run, summary: { ...run.summary, gate: judgeRun(run.summary, failOn, measures) } }
}
