import type { PreparedRun } from '../compose/prepared-run.ts'
import { type Run, type RunStore, message } from '../core/index.ts'
import type { Terminal } from './command.ts'
import { printMessage } from './print-message.ts'

/** Writes a job summary and annotations in GitHub Actions. `runs` are the first of `prepared`. */
export async function printToGithub(
  runs: readonly Run[],
  prepared: readonly PreparedRun[],
  { terminal, store }: { readonly terminal: Terminal; readonly store: RunStore },
): Promise<void> {
  const { environment, language, buildCommand: command } = terminal
  const told = runs.flatMap((run, index) => {
    const one = prepared[index]
    return one?.github === true ? [{ run, prepared: one }] : []
  })
  if (told.length === 0) return
  const { reportToGithub } = await import('../workspace/runs/github-report.ts')
  await reportToGithub({
    runs: told,
    store,
    environment,
    language,
    command,
    warn: (sentence) => printMessage(message('warning:'), sentence, terminal),
  })
}
