import { useState } from 'react'
import type { RunPlan } from '../../../../src/core/run/run.ts'
import type { RunDetail } from '../../../../src/server/api/runs.ts'
import { type RunSource, useRunSource } from '../../source/run-source.ts'
import { fill, useWords } from '../../words/language.tsx'

/** The runs of which somebody wants to hear, for as long as this tab is open. */
const wanted = new Set<string>()

/** Asks the browser for a notification when a run is over, whatever is shown by then. */
export function NotifyButton({ plan }: { readonly plan: RunPlan }) {
  const { words } = useWords()
  const source = useRunSource()
  const [state, setState] = useState<'open' | 'wanted' | 'denied'>(wanted.has(plan.runId) ? 'wanted' : 'open')
  // Only this machine's own address, and https, have them.
  if (!('Notification' in window) || !source.live) return null
  if (state !== 'open') return <span className="soft small">{words.run.notify[state]}</span>

  async function ask(): Promise<void> {
    if ((await Notification.requestPermission()) !== 'granted') return setState('denied')
    setState('wanted')
    wanted.add(plan.runId)
    notifyOfEnd(source, plan.runId, ({ state: ended, run: { summary } }) => {
      const passed = summary?.results.passed ?? 0
      const counts =
        summary && fill(words.run.counts, { passed, total: summary.results.total - summary.results.notEvaluated })
      const isGated =
        ended === 'finished' && summary !== undefined && summary.gate.rules.some((rule) => rule !== 'none')
      const verdict = isGated ? words.run[summary.gate.passed ? 'passed' : 'failed'] : words.verdict[ended]
      const notification = new Notification(plan.name ?? plan.runId, {
        body: [verdict, counts].filter(Boolean).join(' · '),
        tag: plan.runId,
      })
      notification.addEventListener('click', () => window.focus())
    })
  }

  return (
    <button type="button" className="button" onClick={() => void ask()}>
      {words.run.notify.open}
    </button>
  )
}

function notifyOfEnd(source: RunSource, runId: string, tell: (detail: RunDetail) => void): void {
  const stop = source.watchList(() => {
    source.run(runId).then(
      (detail) => {
        if (detail.state === 'running' || !wanted.delete(runId)) return
        stop()
        tell(detail)
      },
      // The list changes again, or the server is found again.
      () => undefined,
    )
  })
}
