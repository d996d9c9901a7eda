import { cp, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import { z } from 'zod'
import { EvalError, message, type EvalCase } from '../../core/index.ts'
import { excerpt } from '../excerpt.ts'
import { folderDifference } from './folder-difference.ts'
import { folderSnapshot } from './folder-snapshot.ts'
import { leadsOut } from './workspace-files.ts'
import { runShellLine, type CommandOutcome } from './run-command.ts'

const Commands = z.union([
  z
    .string()
    .min(1)
    .transform((one) => [one]),
  z.array(z.string().min(1)),
])
const AcpWorkspaceSettings = z.strictObject({
  folder: z.string().optional(),
  setup: Commands.optional(),
  check: Commands.optional(),
  /** Time limit of each command in seconds; defaults to 600. */
  timeout: z.number().positive().max(86_400).optional(),
})
type AcpWorkspaceSettings = z.infer<typeof AcpWorkspaceSettings>

/** Settings of the folder in which an agent works, by a case or by the config. */
export const WorkspaceSettings = z.union([
  z.string().transform((folder): AcpWorkspaceSettings => ({ folder })),
  AcpWorkspaceSettings,
])
export type WorkspaceSettings = z.input<typeof WorkspaceSettings>

type WorkspaceOptions = {
  readonly workspace?: WorkspaceSettings | undefined
  /** Folder that contains the paths of cases. */
  readonly base: string
  readonly configBase: string
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** @throws {EvalError} where a case may not run commands, since anybody may write a dataset */
  readonly assertTrusted: (command: string) => Promise<void>
}

export type Workspace = Awaited<ReturnType<typeof openWorkspace>>

/**
 * Makes a prepared copy of the case's folder, or an empty folder.
 *
 * @throws {EvalError} `format` for invalid settings, `environment` when the preparation fails
 */
export async function openWorkspace(evalCase: EvalCase, options: WorkspaceOptions, signal: AbortSignal) {
  const own = evalCase.metadata?.['workspace']
  const settings = readSettings(own ?? options.workspace, evalCase.id)
  if (own !== undefined)
    for (const command of [...(settings?.setup ?? []), ...(settings?.check ?? [])]) await options.assertTrusted(command)
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'shinsa-workspace-')))
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 })
  const running = { cwd: folder, env: options.env, limitMs: (settings?.timeout ?? 600) * 1000 }
  try {
    if (settings?.folder !== undefined) {
      await copy(
        await sourceOf(settings.folder, own === undefined ? options.configBase : options.base, own !== undefined),
        folder,
      )
    }
    for (const command of settings?.setup ?? []) await setUp(command, { ...running, signal })
    const before = settings === undefined ? undefined : await folderSnapshot(folder)
    return {
      folder,
      remove,
      /** Returns the results of the checks and the changes; undefined for a case without a workspace. */
      async finish(until: AbortSignal) {
        if (before === undefined) return undefined
        const changes = folderDifference(before, await folderSnapshot(folder))
        const checks: CommandOutcome[] = []
        for (const command of settings?.check ?? [])
          checks.push(await runShellLine(command, { ...running, signal: until }))
        return { checks, ...changes }
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

function readSettings(value: unknown, caseId: string): AcpWorkspaceSettings | undefined {
  if (value === undefined || value === null) return undefined
  const read = WorkspaceSettings.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new EvalError(
    'format',
    message('{case}: its workspace cannot be read: {problem}', { case: caseId, problem: issue?.message ?? '' }),
    {
      hint: message('A workspace has a folder, and if wanted setup, check and timeout.'),
    },
  )
}

async function sourceOf(path: string, base: string, isOfCase: boolean): Promise<string> {
  const wanted = resolve(base, path)
  const found = await realpath(wanted).catch(() => undefined)
  if (found === undefined)
    throw new EvalError('environment', message('{folder}: there is no such folder to work in', { folder: wanted }))
  if (!isOfCase || !leadsOut(await realpath(base), found)) return found
  throw new EvalError(
    'format',
    message('{folder} lies outside of the dataset’s folder, and is not copied', { folder: path }),
  )
}

async function copy(source: string, folder: string): Promise<void> {
  await cp(source, folder, {
    recursive: true,
    verbatimSymlinks: true,
    // A link out of the copy would let the agent change the original, or other files.
    filter: async (from) => {
      const target = await realpath(from).catch(() => undefined)
      return target !== undefined && (target === source || target.startsWith(`${source}${sep}`))
    },
  })
}

async function setUp(command: string, options: Parameters<typeof runShellLine>[1]): Promise<void> {
  const { exitCode, output } = await runShellLine(command, options)
  if (exitCode === 0) return
  throw new EvalError(
    'environment',
    message('The workspace could not be set up: {command} ended with {exitCode}: {output}', {
      command: excerpt(command, 100),
      exitCode: exitCode ?? '?',
      output: excerpt(output.slice(-400), 400),
    }),
  )
}
