import { type RunPlan, type Verdict, message } from '../core/index.ts'
import { createStyle } from './style.ts'
import { emptyProgress, plainLineMs, progressLine, drawStatusLine, type TerminalOptions } from './terminal.ts'

const verdicts: readonly Verdict[] = ['passed', 'failed', 'error', 'not-evaluated']

type FleetCounts = { readonly results: Readonly<Partial<Record<Verdict, number>>>; readonly workers: number }

/** Shows the progress of a run that workers play: a rewritten line on a screen, occasional lines in a log. */
export function fleetTerminal(
  { dataset, repeat }: Pick<RunPlan, 'dataset' | 'repeat'>,
  options: TerminalOptions,
): (counts: FleetCounts) => void {
  const style = createStyle(options)
  const startedAt = options.now()
  let shownAt: number | undefined
  // Results from before this process started do not count for its speed.
  let before: FleetCounts['results'] | undefined
  return ({ results, workers }) => {
    before ??= results
    const now = options.now()
    if (shownAt !== undefined && !options.isInteractive && now - shownAt < plainLineMs) return
    shownAt = now
    const total = dataset.cases * repeat
    const since = Object.fromEntries(
      verdicts.map((verdict) => [verdict, (results[verdict] ?? 0) - (before?.[verdict] ?? 0)]),
    )
    const resumed = verdicts.reduce((sum, verdict) => sum + (before?.[verdict] ?? 0), 0)
    const line = progressLine({ ...emptyProgress(), ...since, total, resumed, startedAt, shownAt: now }, now, style)
    drawStatusLine(`${line} · ${style.say(message('{count} {count|worker|workers}', { count: workers }))}`, options)
  }
}
