import { type GateResult, type Message, type Run, hasProcess, isGated, message } from '../core/index.ts'
import { truncate, alignedRows } from './display-width.ts'
import { type Style, createStyle, type StyleOptions, linesText } from './style.ts'
import { passRateCell } from './summary-lines.ts'
import { oneLine } from './visible-text.ts'

export type RunListOptions = StyleOptions & {
  /** Where the runs are kept. */
  readonly store: string
  /** True when a process with this id exists; an unfinished run without a process was killed. */
  readonly isAlive: (processId: number) => boolean
}

export function toRunList(runs: readonly Run[], options: RunListOptions): string {
  const style = createStyle(options)
  if (runs.length === 0) {
    const { store } = options
    return `${style.say(message('There are no runs in {store} yet: shinsa run DATASET makes one.', { store }))}\n`
  }
  const head = [message('run'), message('verdict'), message('pass rate'), message('dataset'), message('target')].map(
    style.say,
  )
  const rows = [head, ...runs.map((run) => cells(run, style, options.isAlive))]
  return linesText(alignedRows(rows).map((row) => truncate(row, style.columns)))
}

function cells(run: Run, style: Style, isAlive: RunListOptions['isAlive']): readonly string[] {
  return [
    run.plan.name === undefined ? run.plan.runId : `${run.plan.runId} ${oneLine(run.plan.name, 30)}`,
    style.say(verdictWord(run, isAlive)),
    run.summary === undefined ? '–' : passRateCell(run.summary, style),
    oneLine(run.plan.dataset.name ?? run.plan.dataset.id, 40),
    oneLine(run.plan.target.name, 40),
  ]
}

function verdictWord(run: Run, isAlive: RunListOptions['isAlive']): Message {
  if (run.status === 'interrupted') return message('… stopped')
  if (run.status === 'finished' && run.summary?.stoppedEarly !== undefined) {
    return run.summary.gate.passed ? message('✓ passed early') : message('✗ failed early')
  }
  if (run.status === 'finished') return gateWord(run.summary?.gate)
  return hasProcess(run, isAlive) ? message('… running') : message('… killed')
}

function gateWord(gate: GateResult | undefined): Message {
  if (gate !== undefined && !isGated(gate)) return message('○ not gated')
  return gate?.passed === true ? message('✓ passed') : message('✗ failed')
}
