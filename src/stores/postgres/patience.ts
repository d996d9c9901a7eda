import { setTimeout as sleep } from 'node:timers/promises'
import { EvalError, message } from '../../core/index.ts'
import { isGone, isStarting } from './postgres-error.ts'

type Patience = {
  readonly patienceMs: number
  readonly name: string
  readonly isClosed: () => boolean
}

/**
 * Does something again while the server is away: one that was there before comes back, or is given up after a while. One that was
 * never there is waited for only while it says that it is starting.
 */
export function patience({ patienceMs, name, isClosed }: Patience) {
  let wasThere = false

  return async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
    let giveUp: number | undefined
    for (let attempt = 0; ; attempt += 1) {
      try {
        const result = await work()
        wasThere = true
        return result
      } catch (error) {
        if (isClosed()) throw closedStore(name)
        giveUp ??= performance.now() + patienceMs
        const mayReturn = wasThere ? isGone(error) : isStarting(error)
        if (!mayReturn) throw error
        if (performance.now() > giveUp) {
          // Whoever comes next does not wait as long again for a server that is gone.
          wasThere = false
          throw error
        }
        await sleep(Math.min(2000, 50 * 2 ** attempt))
      }
    }
  }
}

export function closedStore(name: string): EvalError {
  return new EvalError('store', message('the run store {file} is closed already', { file: name }))
}
