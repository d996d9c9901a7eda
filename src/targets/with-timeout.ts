import { EvalError, message } from '../core/index.ts'
import type { Target } from '../core/index.ts'
import { untilAborted } from './until-aborted.ts'
import { wrapTarget } from './wrap-target.ts'

/** A target whose every `open` and `say` ends after `limitMs`, even when the target takes no notice of being aborted. */
export function withTimeout(target: Target, limitMs: number): Target {
  return wrapTarget(target, async (attempt, signal, evalCase) => {
    signal.throwIfAborted()
    const controller = new AbortController()
    const abort = () => controller.abort(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    const timer = setTimeout(() => controller.abort(tookTooLong(evalCase.id, limitMs)), limitMs)
    try {
      return await untilAborted(attempt(controller.signal), controller.signal)
    } finally {
      clearTimeout(timer)
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
