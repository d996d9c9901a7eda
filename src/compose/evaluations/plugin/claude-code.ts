import { glob, mkdir, mkdtemp, readFile, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import { EvalError, message, parseJson } from '../../../core/index.ts'
import { folderDifference } from '../../../targets/acp/folder-difference.ts'
import { folderSnapshot } from '../../../targets/acp/folder-snapshot.ts'
import { runShellLine } from '../../../targets/acp/run-command.ts'
import { leadsOut } from '../../../targets/acp/workspace-files.ts'
import { fieldOf } from '../../../targets/frameworks/shape.ts'
import { claudeReply } from '../../../targets/frameworks/claude-agent/claude-agent-reply.ts'
import type { FunctionContext } from '../../../targets/function-target.ts'
import { startLineProcess } from '../../../targets/program/line-process.ts'
import type { PluginCase } from './plugin-cases.ts'
import { type FolderEnd, filesLookedInto, filesLookedFor } from './plugin-graders.ts'

/** Permissions of a session beyond reading. */
export type ClaudeCodeOptions = {
  /** The program and its first arguments; defaults to `claude`. */
  readonly command?: readonly [program: string, ...args: string[]]
  /** Tools with side effects that cases may use, such as Bash, Write and Edit. */
  readonly allowTools?: readonly string[]
  /** Allows the cases' scripts to prepare the folder. They run on this machine with the user's rights. */
  readonly scaffold?: boolean
}

const readingTools = ['Read', 'Glob', 'Grep', 'LS', 'Skill', 'TodoWrite', 'Task', 'Agent', 'AskUserQuestion']
const longestLine = 32 * 2 ** 20
const longestFile = 256 * 2 ** 10

/** Runs Claude Code as an agent: each case gets an empty folder, and its own home with only these plugins. */
export function claudeCode(cases: readonly PluginCase[], hasPlugins: boolean, options: ClaudeCodeOptions) {
  const byId = new Map(cases.map((one) => [one.id, one]))
  const agent = async (_prompt: string, { caseId, signal }: FunctionContext) => {
    const asked = byId.get(caseId)
    if (asked === undefined) {
      throw new EvalError('usage', message('{case} is no case of claude plugin eval', { case: caseId }))
    }
    refuseUngranted(asked, options)
    const place = await realpath(await mkdtemp(join(tmpdir(), 'shinsa-plugin-')))
    try {
      const [home, folder] = [join(place, 'home'), join(place, 'work')]
      await mkdir(join(home, '.claude'), { recursive: true })
      await mkdir(folder)
      const env = { ...ownEnvironment(home), ...asked.execution.env }
      const until = AbortSignal.any([signal, AbortSignal.timeout(asked.execution.timeout_seconds * 1000)])
      await makeReady(asked, { folder, env, until })
      const before = await folderSnapshot(folder)
      const patterns = filesLookedFor(asked.graders)
      const existing = await filesIn(folder, patterns)
      const command = [...(options.command ?? ['claude']), ...argumentsOf(asked, hasPlugins)] as [string, ...string[]]
      const messages = await spoken({ command, cwd: folder, env, input: asked.prompt, signal: until })
      const init = messages.find((one) => fieldOf(one, 'subtype') === 'init')
      const skills = fieldOf(init, 'skills')
      const { changes, diff } = folderDifference(before, await folderSnapshot(folder))
      const added = changes.flatMap(({ kind, path }) => (kind === 'added' ? [path] : []))
      // Snapshots skip folders of tools, and stop at a size limit.
      const found = (await filesIn(folder, patterns)).filter((path) => !existing.includes(path))
      const end: FolderEnd = {
        created: [...new Set([...added, ...found])],
        files: await textsOf(filesLookedInto(asked.graders), folder),
      }
      return {
        ...claudeReply(messages),
        metadata: {
          folder: end,
          workspace: { checks: [], diff },
          ...(!hasPlugins && { skills: [] }),
          ...(hasPlugins && Array.isArray(skills) && { skills }),
        },
      }
    } finally {
      await rm(place, { recursive: true, force: true, maxRetries: 3 })
    }
  }
  return Object.defineProperty(agent, 'name', { value: 'Claude Code' })
}

function refuseUngranted(asked: PluginCase, { allowTools = [], scaffold = false }: ClaudeCodeOptions): void {
  const granted = new Set([...readingTools, ...allowTools.map(toolName)])
  const refused = asked.execution.allowed_tools.map(toolName).filter((tool) => !granted.has(tool))
  if (asked.context.scaffold_script !== undefined && !scaffold) refused.push(asked.context.scaffold_script)
  if (asked.context.history_file !== undefined) {
    throw new EvalError(
      'environment',
      message('{case} goes on with another session, which is not supported', { case: asked.id }),
    )
  }
  if (refused.length === 0) return
  throw new EvalError(
    'environment',
    message('{case} needs what was not granted: {names}', { case: asked.id, names: [...new Set(refused)].join(', ') }),
    {
      hint: message('Grant it in an evaluation of your own: {example}', {
        example: "export default pluginEvaluation('./plugin', { allowTools: ['Bash'], scaffold: true })",
      }),
    },
  )
}

function toolName(rule: string): string {
  return rule.split('(')[0]?.trim() ?? rule
}

async function makeReady(
  { context: { scaffold_script: script }, folder: caseFolder, id }: PluginCase,
  { folder, env, until }: { readonly folder: string; readonly env: NodeJS.ProcessEnv; readonly until: AbortSignal },
): Promise<void> {
  if (script === undefined) return
  const file = resolve(caseFolder, script)
  if (leadsOut(caseFolder, file)) {
    throw new EvalError(
      'format',
      message('{case}: {file} lies outside of the case’s folder', { case: id, file: script }),
    )
  }
  const line = `bash '${file.replaceAll("'", String.raw`'\''`)}'`
  const { exitCode, output } = await runShellLine(line, { cwd: folder, env, limitMs: 600_000, signal: until })
  if (exitCode === 0) return
  throw new EvalError(
    'environment',
    message('{case}: its folder could not be made ready: {command} ended with {exitCode}: {output}', {
      case: id,
      command: script,
      exitCode: exitCode ?? '',
      output: output.trim().slice(-500),
    }),
  )
}

function argumentsOf({ execution, plugins, folder, context }: PluginCase, hasPlugins: boolean): readonly string[] {
  const { max_turns: turns, allowed_tools: tools, append_system_prompt: told, model } = execution
  return [
    '-p',
    '--verbose',
    '--output-format',
    'stream-json',
    '--max-turns',
    String(turns),
    ...(hasPlugins ? plugins.flatMap((path) => ['--plugin-dir', path]) : []),
    ...(tools.length > 0 ? ['--allowedTools', tools.join(',')] : []),
    ...(told === undefined ? [] : ['--append-system-prompt', told]),
    ...(model === undefined ? [] : ['--model', model]),
    ...context.add_dirs.flatMap((path) => ['--add-dir', resolve(folder, path)]),
  ]
}

/** Hides the user's own settings, except those that the program needs to reach its model. */
function ownEnvironment(home: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => isKept(name))
  return { ...Object.fromEntries(kept), HOME: home, USERPROFILE: home, CLAUDE_CONFIG_DIR: join(home, '.claude') }
}

function isKept(name: string): boolean {
  if (name === 'CLAUDE_CODE_OAUTH_TOKEN' || name.startsWith('CLAUDE_CODE_USE_')) return true
  return /^(?:PATH|Path|LANG|LC_\w+|TMPDIR|TEMP|TMP|SystemRoot|ComSpec|PATHEXT|NODE_EXTRA_CA_CERTS|(?:https?|no|all)_proxy|ANTHROPIC_\w+|AWS_\w+|GOOGLE_\w+|CLOUD_ML_REGION|VERTEX_\w+)$/i.test(
    name,
  )
}

type SpokenRequest = {
  readonly command: readonly [string, ...string[]]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly input: string
  readonly signal: AbortSignal
}

async function spoken({ command, cwd, env, input, signal }: SpokenRequest): Promise<readonly unknown[]> {
  signal.throwIfAborted()
  const messages: unknown[] = []
  const over = Promise.withResolvers<void>()
  const child = await startLineProcess({
    command,
    cwd,
    env,
    maxLineBytes: longestLine,
    onLine(line) {
      try {
        messages.push(parseJson(line))
      } catch {
        // Warnings may be printed between messages; a missing result is an error below.
      }
    },
    onFailure: (failure) => over.reject(failure),
    onEnd: (ending) =>
      messages.some((one) => fieldOf(one, 'type') === 'result') ? over.resolve() : over.reject(ending),
  })
  const stop = () => over.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    child.send(input)
    child.endInput()
    await over.promise
    return messages
  } finally {
    signal.removeEventListener('abort', stop)
    await child.stop()
  }
}

async function filesIn(folder: string, patterns: readonly string[]): Promise<readonly string[]> {
  const entries = await Array.fromAsync(glob([...patterns], { cwd: folder, withFileTypes: true }))
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return files.filter((file) => !leadsOut(folder, file)).map((file) => relative(folder, file).replaceAll(sep, '/'))
}

async function textsOf(paths: readonly string[], folder: string): Promise<FolderEnd['files']> {
  const texts: FolderEnd['files'] = {}
  for (const path of paths) {
    const file = await realpath(join(folder, path)).catch(() => undefined)
    if (file !== undefined) texts[path] = leadsOut(folder, file) ? null : await wholeText(file)
  }
  return texts
}

/** Null for anything but a readable file, and for one that is too long to be read completely. */
async function wholeText(file: string): Promise<string | null> {
  try {
    const { size } = await stat(file)
    return size > longestFile ? null : await readFile(file, 'utf8')
  } catch {
    return null
  }
}
