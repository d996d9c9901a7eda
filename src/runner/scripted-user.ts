import type { User } from '../core/index.ts'
import { EvalError, message } from '../core/index.ts'

/** Says what the case's written conversation says, whatever the agent answers. */
export const scriptedUser: User = {
  name: 'scripted',
  converse({ conversation }) {
    if (conversation === undefined) {
      throw new EvalError('agent', message('the case is a scenario, and no simulated user is there to play it'), {
        hint: message('Evaluate scenarios on recorded transcripts: --target recorded:FILE.'),
      })
    }
    return {
      async next(history) {
        const reference = conversation[history.length]
        if (reference === undefined) return { status: 'stop', reason: 'script-done' }
        return { status: 'message', content: reference.userContent }
      },
    }
  },
}
