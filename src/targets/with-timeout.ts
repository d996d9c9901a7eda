import { AsyncLocalStorage } from 'node:async_hooks'
import { EvalError, message, type Target } from '../core/index.ts'
import { untilAborted } from './until-aborted.ts'
import { wrapTarget } from './wrap-target.ts'

/**
 * Wraps a target so that every `open` and `say` ends after `limitMs` milliseconds, even when the target ignores the
 * abort. The case then has an error with the code `timeout`.
 *
 * @example withTimeout(functionTarget(agent), 5000)
 */
export function withTargetTimeout(target: Target, limitMs: number): Target {
  return wrapTarget(target, async (attempt, signal, evalCase) => {
    signal.throwIfAborted()
    const controller = new AbortController()
    const abort = () => controller.abort(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    try {
      return await withinAgentTime(limitMs, {
        ask: () => untilAborted(attempt(controller.signal), controller.signal),
        onOver: () => controller.abort(tookTooLong(evalCase.id, limitMs)),
      })
    } finally {
      signal.removeEventListener('abort', abort)
    }
  })
}

function tookTooLong(caseId: string, limitMs: number): EvalError {
  const sentence = message('Case {case}: the agent took longer than {seconds} s', {
    case: caseId,
    seconds: limitMs / 1000,
  })
  return new EvalError('timeout', sentence, { hint: message('Raise the time limit, or see why the agent hangs') })
}

type Clock = {
  readonly waitedMs: number
  wait<Result>(waiting: () => Promise<Result>): Promise<Result>
}

const clocks = new AsyncLocalStorage<Clock>()

/** Calls `onOver` when the agent has used `limitMs`, not counting time in which it could not be called. */
export async function withinAgentTime<Result>(
  limitMs: number,
  { ask, onOver }: { readonly ask: () => Promise<Result>; readonly onOver: () => void },
): Promise<Result> {
  const begin = performance.now()
  let waitedMs = 0
  let isEnded = false
  const timerFor = (ms: number) => setTimeout(onOver, ms)
  let timer = timerFor(limitMs)
  const clock: Clock = {
    get waitedMs() {
      return waitedMs
    },
    async wait(waiting) {
      const from = performance.now()
      clearTimeout(timer)
      try {
        return await waiting()
      } finally {
        waitedMs += performance.now() - from
        if (!isEnded) timer = timerFor(limitMs + waitedMs - (performance.now() - begin))
      }
    },
  }
  try {
    return await clocks.run(clock, ask)
  } finally {
    isEnded = true
    clearTimeout(timer)
  }
}

/** Waits for permission to call an agent; this time is not the agent's own. */
export async function outsideAgentTime<Result>(waiting: () => Promise<Result>): Promise<Result> {
  const clock = clocks.getStore()
  return clock === undefined ? waiting() : clock.wait(waiting)
}

/** Milliseconds of a clock that stops while the agent waits for permission. */
export function agentNow(): number {
  return performance.now() - (clocks.getStore()?.waitedMs ?? 0)
}
