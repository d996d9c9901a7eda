import { readFileSync, readdirSync } from 'node:fs'
import { randomUUID } from 'node:crypto'

/** All processes of a server inherit this variable, whatever session or parent they have later. */
const variable = 'SHINSA_STARTED_FOR'

// Processes that a server leaves behind must not outlive this process, however it ends.
const living = new Set<string>()

export type StartedByServer = {
  readonly env: Readonly<Record<string, string>>
  /** Ends all remaining processes with the mark; only on Linux, where the environment of processes is readable. */
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

/** Repeats while there are any, since a process may start another one meanwhile. */
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

/** Empty for a process that has exited or belongs to another user. */
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
