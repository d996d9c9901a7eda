import { describe, expect, it } from 'vitest'
import { caseResult, passed, sampleRun } from '../../test/fixtures/sample-run.ts'
import type { RunEvent, RunSummary } from '../core/index.ts'
import { type TerminalOptions, terminal } from './terminal.ts'

describe('terminal', () => {
  it('rewrites one line at most ten times a second on a screen, and clears it at the end', () => {
    const screen = play({ isInteractive: true }, 1000, 10)
    expect(screen.length).toBeLessThanOrEqual(102)
    expect(screen[50]).toBe('\r500 of 1,000 done, 500 passed, 100 cases/s, 5 s left\u001b[K')
    expect(screen.at(-1)).toBe('\r\u001b[K')
    expect(screen.join('')).not.toContain('\n')
  })

  it('writes a plain line now and then into a log', () => {
    const log = play({ isInteractive: false }, 300, 100)
    expect(log).toEqual([
      '0 of 300 done\n',
      '100 of 300 done, 100 passed, 10 cases/s, 20 s left\n',
      '200 of 300 done, 200 passed, 10 cases/s, 10 s left\n',
      '300 of 300 done, 300 passed, 10 cases/s\n',
    ])
  })

  it('counts what was done before a resume, but not into the pace', () => {
    const log = play({ isInteractive: false, language: 'ja' }, 100, 200, 50)
    expect(log.at(-1)).toBe('100 件中 100 件完了、前回までに 50 件、合格 50 件、毎秒 5 件\n')
  })

  it('names failures, errors and what was not evaluated apart', () => {
    const verdicts = ['failed', 'error', 'not-evaluated', 'passed'] as const
    const { written, send, clock } = started({ isInteractive: false }, 4)
    for (const verdict of verdicts) {
      clock.now += 10_000
      send({ type: 'case-end', position: 0, repeat: 0, result: { ...caseResult('a', 'b', []), verdict } })
    }
    expect(written.at(-1)).toBe('4 of 4 done, 1 passed, 1 failed, 1 agent error, 1 not evaluated, 0.1 cases/s\n')
  })

  it('shows what was spent, by the agent and by models around it', () => {
    const { written, send, clock } = started({ isInteractive: false }, 2)
    const judge = { calls: 1, dollars: 0.01, cached: 0, saved: 0 }
    send({ type: 'spent', cost: { judge, user: { calls: 1, dollars: 0.0025 } } })
    clock.now += 10_000
    // The judge stands in the case's cost too, and was paid once.
    const result = { ...passed, cost: { judge, agentDollars: 1 } }
    send({ type: 'case-end', position: 0, repeat: 0, result })
    expect(written.at(-1)).toBe('1 of 2 done, 1 passed, $1.01 spent, 0.1 cases/s, 10 s left\n')
  })

  it('never fills the line, or the screen would scroll', () => {
    for (const text of play({ isInteractive: true, columns: 20 }, 1000, 10)) expect(text.length).toBeLessThan(24)
  })
})

function play(options: Partial<TerminalOptions>, cases: number, msPerCase: number, done = 0): string[] {
  const { written, send, clock } = started(options, cases, done)
  for (let position = done; position < cases; position += 1) {
    clock.now += msPerCase
    send({ type: 'case-end', position, repeat: 0, result: passed })
  }
  // The progress does not look into it.
  send({ type: 'run-end', status: 'finished', durationMs: 0, summary: sampleRun().summary as RunSummary })
  return written
}

function started(options: Partial<TerminalOptions>, cases: number, done = 0) {
  const written: string[] = []
  const clock = { now: 5000 }
  const reporter = terminal({
    write: (text) => written.push(text),
    isInteractive: false,
    columns: 100,
    color: false,
    language: 'en',
    now: () => clock.now,
    ...options,
  })
  const send = (event: RunEvent) => void reporter(event)
  const { plan } = sampleRun()
  send({ type: 'run-start', plan: { ...plan, dataset: { ...plan.dataset, cases } }, resumed: done > 0, done })
  return { written, send, clock }
}
