import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Judge } from '../core/index.ts'
import { turns } from '../core/basics/turns.ts'

/** Makes a judge that computes in this process yield to other work between two questions. */
export function inTurns(judge: Judge): Judge {
  const turn = turns(nextTurn)
  return {
    ...judge,
    async ask(question, signal) {
      await turn()
      return judge.ask(question, signal)
    },
  }
}
