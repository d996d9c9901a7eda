import { execFile } from 'node:child_process'
import { programLine } from '../test/e2e/program-line.ts'

export type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** Runs the command line of this clone in a folder of the examples and keeps nothing of the run. */
export function runShinsa(
  args: readonly string[],
  options: { readonly cwd: string; readonly environment?: Readonly<Record<string, string>> },
): Promise<Ended> {
  const node = [...programLine(), ...args, '--lang', 'en']
  const env = { ...process.env, SHINSA_STORE: ':memory:', NO_COLOR: '1', ...options.environment }
  return new Promise((resolve) => {
    execFile(process.execPath, node, { cwd: options.cwd, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, stdout, stderr })
    })
  })
}
