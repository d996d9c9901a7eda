import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

// Groups do not receive the terminal's Ctrl-C, so this process must end them when it exits.
const living = new Set<number>()

export const groupsExist = process.platform !== 'win32'

export type ProcessGroup = {
  /** Sends SIGTERM, and a second later SIGKILL to processes that are still running. */
  terminate(): void
  /** Resolves when the process has exited and its output was read. */
  readonly gone: Promise<unknown>
}

/** Controls a process that was spawned `detached`, and its descendants. */
export function processGroup(child: ChildProcess & { readonly pid: number }): ProcessGroup {
  const gone = once(child, 'close')
  let killing: NodeJS.Timeout | undefined
  let closing: NodeJS.Timeout | undefined
  remember(child.pid)
  child.once('exit', () => {
    // Descendants may keep the output open, for which 'close' waits.
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
    // ESRCH: it has exited. EPERM: macOS reports it for groups with only zombies.
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
