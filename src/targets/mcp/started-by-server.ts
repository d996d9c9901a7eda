import { readFileSync, readdirSync } from 'node:fs'
import { randomUUID } from 'node:crypto'

/** All that a server starts inherits this, whatever session or parent it has later. */
const variable = 'SHINSA_STARTED_FOR'

// What a server leaves behind may not outlive this process, however that ends.
const living = new Set<string>()

export type StartedByServer = {
  /** For the server's environment. */
  readonly env: Readonly<Record<string, string>>
  /** Ends what is left of all that bears the mark. Where processes cannot be looked at, as outside of Linux, that is nothing. */
  end(): void
}

export function startedByServer(): StartedByServer {
  const mark = randomUUID()
  if (living.size === 0) process.on('exit', endAll)
  living.add(mark)
  return {
    env: { [variable]: mark },
    end() {
      endMarked(mark)
      living.delete(mark)
      if (living.size === 0) process.off('exit', endAll)
    },
  }
}

function endAll(): void {
  for (const mark of living) endMarked(mark)
}

/** Again while there are any: one may start another while it is ended. */
function endMarked(mark: string): void {
  for (let round = 0; round < 5; round += 1) {
    const left = processesWith(mark)
    if (left.length === 0) return
    for (const pid of left) kill(pid)
  }
}

function processesWith(mark: string): readonly number[] {
  if (process.platform !== 'linux') return []
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return numbers.filter((pid) => environmentOf(pid).includes(`${variable}=${mark}`)).map(Number)
}

/** Empty where it is gone, or another person's. */
function environmentOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
  } catch {
    return []
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM'))) throw error
  }
}
