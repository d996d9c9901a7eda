import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cli } from '../measure.ts'

/** `shinsa serve` over a folder, in a process of its own. */
export async function serve(
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; readonly process: number; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [...cli, 'serve', '--port', '0'], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  for await (const text of child.stdout) {
    said += String(text)
    const url = /http:\S+/.exec(said)?.[0]
    if (url === undefined) continue
    return {
      url,
      process: child.pid ?? 0,
      async stop() {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      },
    }
  }
  throw new Error(`the server did not start: ${said}`)
}

/** Newest first. */
export async function runIdsAt(url: string): Promise<readonly string[]> {
  const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as { runs: readonly { runId: string }[] }
  return runs.map(({ runId }) => runId)
}
