import { type Reporter, type RunEvent, type Verdict, message } from '../core/index.ts'
import { truncate } from './display-width.ts'
import { count, decimal, duration } from './number-format.ts'
import { type Style, createStyle, type StyleOptions } from './style.ts'
import { agentErrorsSentence, failuresSentence, notEvaluatedSentence } from './result-counts.ts'

export type TerminalOptions = StyleOptions & {
  readonly write: (text: string) => void
  readonly isInteractive: boolean
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

export type TerminalProgress = Record<Verdict, number> & {
  total: number
  resumed: number
  /** The cost of this process in US dollars, as far as prices are known. */
  dollars: number
  startedAt: number
  shownAt: number
}

const redrawMs = 100
export const plainLineMs = 10_000

/**
 * Shows the progress of a run: one line that is rewritten on a screen, a plain line now and then in a log. `now` is in
 * milliseconds, of any clock that does not go back.
 *
 * @example
 * const write = (text: string) => void process.stdout.write(text)
 * const live = terminal({ write, isInteractive: true, columns: 100, color: true, language: 'en', now: Date.now })
 * await evaluate({ dataset: 'weather.evalset.json', agent, reporters: [live] })
 */
export function terminal(options: TerminalOptions): Reporter {
  const style = createStyle(options)
  const progress = emptyProgress()
  return (event) => {
    const now = options.now()
    observe(progress, event, now)
    if (event.type === 'run-end') {
      if (options.isInteractive) options.write('\r\u001b[K')
    } else if (isDue(progress, event, now, options)) {
      progress.shownAt = now
      drawStatusLine(progressLine(progress, now, style), options)
    }
  }
}

export function emptyProgress(): TerminalProgress {
  return {
    passed: 0,
    failed: 0,
    error: 0,
    'not-evaluated': 0,
    total: 0,
    resumed: 0,
    dollars: 0,
    startedAt: 0,
    shownAt: 0,
  }
}

function observe(progress: TerminalProgress, event: RunEvent, now: number): void {
  if (event.type === 'run-start') {
    const total = event.plan.dataset.cases * event.plan.repeat
    Object.assign(progress, emptyProgress(), { total, resumed: event.done, startedAt: now, shownAt: now })
  }
  if (event.type === 'spent') {
    const { judge, user, environment, agent } = event.cost
    for (const model of [judge, user, environment, agent]) progress.dollars += model?.dollars ?? 0
  }
  if (event.type !== 'case-end') return
  progress[event.result.verdict] += 1
  // The agent's own report; models that the run pays for were added above.
  progress.dollars += event.result.cost.agentDollars ?? 0
}

function isDue(progress: TerminalProgress, event: RunEvent, now: number, { isInteractive }: TerminalOptions): boolean {
  if (event.type === 'run-start') return true
  return event.type === 'case-end' && now - progress.shownAt >= (isInteractive ? redrawMs : plainLineMs)
}

export function drawStatusLine(line: string, { isInteractive, columns, write }: TerminalOptions): void {
  // A line that fills the last column would wrap.
  write(isInteractive ? `\r${truncate(line, columns - 1)}\u001b[K` : `${line}\n`)
}

export function progressLine(progress: TerminalProgress, now: number, style: Style): string {
  const { passed, failed, error, total, resumed } = progress
  const done = passed + failed + error + progress['not-evaluated']
  const seconds = (now - progress.startedAt) / 1000
  const parts = [
    message('{done} of {total} done', { done: count(resumed + done), total: count(total) }),
    ...(resumed > 0 ? [message('{count} from before', { count: count(resumed) })] : []),
    ...(done === 0 ? [] : [message('{count} passed', { count: count(passed) })]),
    ...(failed > 0 ? [failuresSentence(failed)] : []),
    ...(error > 0 ? [agentErrorsSentence(error)] : []),
    ...(progress['not-evaluated'] > 0 ? [notEvaluatedSentence(progress['not-evaluated'])] : []),
    ...(progress.dollars > 0 ? [message('${dollars} spent', { dollars: money(progress.dollars) })] : []),
    ...(done > 0 && seconds > 0 ? paceOf(done, seconds, total - resumed - done, style) : []),
  ]
  return style.list(parts)
}

function paceOf(done: number, seconds: number, left: number, style: Style) {
  const perSecond = done / seconds
  const time = style.say(duration((left / perSecond) * 1000))
  return [
    message('{rate} cases/s', { rate: decimal(perSecond, perSecond < 10 ? 1 : 0) }),
    ...(left > 0 ? [message('{time} left', { time })] : []),
  ]
}

function money(dollars: number): string {
  return dollars.toFixed(dollars < 1 ? 4 : 2)
}
