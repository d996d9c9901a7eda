import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

// Groups do not get the terminal's Ctrl-C, so none may outlive this process.
const living = new Set<number>()

/** Whether child processes get a group of their own, which ends with everything they started. */
export const groupsExist = process.platform !== 'win32'

export type ProcessGroup = {
  /** SIGTERM, and SIGKILL a second later to those that did not listen. */
  terminate(): void
  /** Resolves when the process is gone and its output is read. */
  readonly gone: Promise<unknown>
}

/** Watches over a process that was spawned `detached`, and over its descendants. */
export function processGroup(child: ChildProcess & { readonly pid: number }): ProcessGroup {
  const gone = once(child, 'close')
  let killing: NodeJS.Timeout | undefined
  let closing: NodeJS.Timeout | undefined
  remember(child.pid)
  child.once('exit', () => {
    // Descendants may hold the output open, and 'close' waits for that.
    signalGroup(child.pid, 'SIGKILL')
    closing = setTimeout(() => {
      child.stdout?.destroy()
      child.stderr?.destroy()
    }, 500)
  })
  child.once('close', () => {
    clearTimeout(killing)
    clearTimeout(closing)
    forget(child.pid)
  })
  return {
    gone,
    terminate() {
      if (killing !== undefined || child.exitCode !== null || child.signalCode !== null) return
      signalGroup(child.pid, 'SIGTERM')
      killing = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), 1000)
    },
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(groupsExist ? -pid : pid, signal)
  } catch (error) {
    // ESRCH: gone already. EPERM: macOS says so of a group that only has zombies.
    if (!(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM'))) throw error
  }
}

function remember(pid: number): void {
  if (living.size === 0) process.on('exit', killAll)
  living.add(pid)
}

function forget(pid: number): void {
  living.delete(pid)
  if (living.size === 0) process.off('exit', killAll)
}

function killAll(): void {
  for (const pid of living) signalGroup(pid, 'SIGKILL')
}
