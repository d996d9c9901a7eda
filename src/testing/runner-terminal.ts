import { type Language, languageFrom } from '../i18n/index.ts'

type RunnerTerminalDependencies = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: { readonly isTTY?: boolean; readonly columns?: number }
}

export type RunnerTerminal = {
  readonly language: Language
  readonly color: boolean
  readonly columns: number
  readonly maximumLines: number
}

/** Lines that a runner adds to a failure: in Vitest the code around it, in others the name and the place. */
const linesAround = { vitest: 9, others: 4 }
const mostLines = 25

/** Reads the terminal's properties from variables, since runners run tests in processes whose output they capture. */
export function runnerTerminal({ env, stdout }: RunnerTerminalDependencies): RunnerTerminal {
  const inVitest = env['VITEST'] === 'true'
  return {
    language: languageFrom(env),
    color: hasColor(env, stdout.isTTY === true),
    columns: Math.min(120, Math.max(80, stdout.columns ?? 100)),
    maximumLines: mostLines - (inVitest ? linesAround.vitest : linesAround.others),
  }
}

function hasColor(env: RunnerTerminalDependencies['env'], isTerminal: boolean): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false
  const forced = env['FORCE_COLOR']
  if (forced !== undefined) return !['0', 'false'].includes(forced)
  return isTerminal || env['FORCE_TTY'] === 'true'
}
