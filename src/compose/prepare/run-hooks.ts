import { EvalError, message } from '../../core/index.ts'
import { messageOf } from '../../core/basics/message-of.ts'
import type { RunHooks } from '../../runner/index.ts'

/** Hooks whose errors say which hook it was: they are the project's code, and neither the agent's fault nor ours. */
export function namedHooks({ setup, reset, teardown }: RunHooks): RunHooks {
  return {
    setup: setup && namedHook('setup', setup),
    reset: reset && namedHook('reset', reset),
    teardown: teardown && namedHook('teardown', teardown),
  }
}

function namedHook<Args extends readonly unknown[]>(name: string, hook: (...args: Args) => void | Promise<void>) {
  return async (...args: Args): Promise<void> => {
    try {
      await hook(...args)
    } catch (cause) {
      const problem = messageOf(cause)
      throw new EvalError('environment', message('the {name} hook threw: {problem}', { name, problem }), { cause })
    }
  }
}
