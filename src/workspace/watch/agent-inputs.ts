import { dirname, join, resolve } from 'node:path'
import { type Message, message } from '../../core/index.ts'
import { filesBehind, filesImportedBy } from '../../compose/config/import-module.ts'
import { nearestFolder } from '../../compose/config/nearest-folder.ts'
import { agentCode, type AgentCode } from '../../compose/evaluations/agent-code.ts'
import { agentNamed } from '../../compose/pack-of.ts'
import type { AskedAgent, PreparedRun } from '../../compose/prepared-run.ts'
import { protocolAddress, protocolSetting, type ProtocolSetting } from '../../compose/config/kind-config.ts'
import { splitCommand } from '../../compose/targets/split-command.ts'
import { canonical } from './case-input.ts'
import { commandFiles, type ProgramFiles } from './command-files.ts'
import { watchedFilesBelow, hashOfText } from './file-state.ts'

/** What the answers of an agent depend on beside the case, as far as anybody knows before it is asked. */
export type AgentInputs = {
  /** A hash of all that was said of the agent and around it. */
  readonly settings: string
  /** Files and folders whose content counts. */
  readonly files: readonly string[]
  /** Modules among them with all that they import, also late. */
  readonly loaded: () => readonly string[]
  /** The file of the evaluation, of which only a part counts. */
  readonly evalFile?: string
  /** Whether what our own code reads is read for the agent. */
  readonly isShipped: boolean
  /** Why nobody can say what else they depend on. */
  readonly unknown?: Message
}

const lockFiles = [
  'package-lock.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'uv.lock',
  'poetry.lock',
  'requirements.txt',
]

export async function agentInputs({ asked, plan, target }: PreparedRun): Promise<AgentInputs> {
  const { loaded, settings } = asked
  const inCode = await codeAround(asked)
  const imported = () => (inCode === undefined ? [] : filesImportedBy(inCode.file, inCode.leftOut))
  const setting = resolved(asked)
  const agent = target.recorded === true ? { files: [] } : filesOf(setting, asked)
  const named = (loaded.config.watch ?? []).flatMap((path) => watchedFilesBelow(resolve(loaded.folder, path)))
  const hooks = loaded.config.hooks === undefined ? [] : configFiles(asked)
  const simulated = [settings.environment, settings.replayTools].flatMap((file) => file ?? [])
  const files = [...agent.files, ...imported(), ...named, ...hooks, ...simulated]
  const unknown = settings.recordTools === undefined ? unknownOf(agent, named) : callsAreRecorded
  return {
    settings: hashOfText(canonical([saidOf(setting, asked, plan.version), inCode?.code])),
    files: [...new Set([...files, ...locksBeside(files, asked)])],
    loaded: () => [...files.flatMap((path) => filesBehind(path)), ...imported()],
    ...(inCode !== undefined && { evalFile: inCode.file }),
    isShipped: agentNamed(setting) !== undefined,
    ...(unknown !== undefined && { unknown }),
  }
}

/** The part of an evaluation's file from which an agent, or the tools around it, may be made. */
async function codeAround({ request }: AskedAgent): Promise<(AgentCode & { readonly file: string }) | undefined> {
  const { cwd, dataset, evaluation, arm } = request
  if (evaluation === undefined) return undefined
  const file = resolve(cwd, dataset)
  return { file, ...(await agentCode(file, { evaluation, arm })) }
}

/** Whoever names the files of an agent that runs elsewhere vouches for them. */
function unknownOf({ unknown }: ProgramFiles, named: readonly string[]): Message | undefined {
  return named.length > 0 ? undefined : unknown
}

const callsAreRecorded = message('the calls of tools are recorded, of all cases')

/** A name from the config stands for what is written there. */
function resolved({ setting, loaded }: AskedAgent): AskedAgent['setting'] {
  const { targets = {} } = loaded.config
  return typeof setting === 'string' && Object.hasOwn(targets, setting) ? (targets[setting] ?? setting) : setting
}

function filesOf(setting: AskedAgent['setting'], asked: AskedAgent): ProgramFiles {
  const { loaded, request } = asked
  // What was named on the command line is seen from where somebody works.
  const folder = request.target === undefined || request.target !== asked.setting ? loaded.folder : request.cwd
  const inFolder = asked.setting === setting ? folder : loaded.folder
  if (agentNamed(setting) !== undefined) return { files: configFiles(asked) }
  if (typeof setting === 'string') return filesOfText(setting, inFolder)
  const made = { files: asked.isInCode && setting === asked.setting ? [] : configFiles(asked) }
  if (typeof setting === 'function' || 'open' in setting) return made
  if ('command' in setting) {
    const { command, cwd = '.' } = setting
    const words = typeof command === 'string' ? splitCommand(command) : command
    return commandFiles(words, resolve(loaded.folder, cwd))
  }
  if ('http' in setting) return elsewhere(setting.http.url)
  if ('adk' in setting) return elsewhere(setting.adk.url)
  const protocol = protocolSetting(setting)
  if (protocol !== undefined) return filesOfProtocol(protocol, inFolder)
  return made
}

function filesOfText(text: string, folder: string): ProgramFiles {
  if (/^(?:https?|adk):/.test(text)) return elsewhere(text.replace(/^adk:/, ''))
  if (text.startsWith('command:')) return commandFiles(splitCommand(text.slice('command:'.length)), folder)
  const protocol = protocolSetting(text)
  if (protocol !== undefined) return filesOfProtocol(protocol, folder)
  const [path = ''] = text.split('#')
  return { files: filesBehind(resolve(folder, path)) }
}

function filesOfProtocol(setting: ProtocolSetting, folder: string): ProgramFiles {
  const place = protocolAddress(setting)
  if (place === undefined) return { files: [] }
  if ('url' in place) return elsewhere(place.url)
  return commandFiles(typeof place.command === 'string' ? splitCommand(place.command) : place.command, folder)
}

/** Without what may be a key in it. */
function elsewhere(address: string): ProgramFiles {
  const url = URL.parse(address)
  return {
    files: [],
    unknown: message('what answers at {address} may change unseen', { address: url?.origin ?? address }),
  }
}

function configFiles({ loaded }: AskedAgent): readonly string[] {
  return loaded.file === undefined ? [] : filesBehind(loaded.file)
}

/** Installed packages are not looked at one by one. */
function locksBeside(files: readonly string[], { request }: AskedAgent): readonly string[] {
  const folders = new Set([request.cwd, ...files.map((file) => dirname(file))])
  return [...folders].flatMap((folder) => {
    const nearest = nearestFolder(folder, lockFiles)
    return nearest === undefined ? [] : lockFiles.map((name) => join(nearest, name))
  })
}

/** Everything but what cannot change an answer: which cases, how many at once, who judges, what closes the gate. */
function saidOf(setting: AskedAgent['setting'], asked: AskedAgent, version: string): object {
  const { environment, review, request, user } = asked
  const {
    name: _name,
    target: _target,
    filter: _filter,
    tag: _tag,
    first: _first,
    sample: _sample,
    repeat: _repeat,
    concurrency: _concurrency,
    failOn: _failOn,
    baseline: _baseline,
    whenUnsure: _whenUnsure,
    judge: _judge,
    canaries: _canaries,
    secondLook: _secondLook,
    judgeTimeoutMs: _judgeTimeoutMs,
    judgeRetrySeconds: _judgeRetrySeconds,
    judgeCacheDays: _judgeCacheDays,
    cache: _cache,
    maxCost: _maxCost,
    resultFile: _resultFile,
    ...settings
  } = asked.settings
  return {
    // What is code is in its files.
    setting: isWritten(setting) ? setting : 'code',
    name: isWritten(asked.setting) ? asked.setting : 'code',
    settings,
    user,
    cwd: request.cwd,
    environment: Object.entries(environment).filter(([name]) => !ofTerminals.test(name)),
    ...(agentNamed(setting) !== undefined && { version, review, runbooks: request.runbooks }),
  }
}

function isWritten(setting: AskedAgent['setting']): boolean {
  return (
    typeof setting === 'string' ||
    protocolSetting(setting) !== undefined ||
    ['command', 'http', 'adk', 'recorded'].some((kind) => Object.hasOwn(setting, kind))
  )
}

/** Variables that differ from one terminal to the next and mean nothing to an agent. */
const ofTerminals =
  /^(?:_|PWD|OLDPWD|SHLVL|COLUMNS|LINES|WINDOWID|SESSION_MANAGER|INVOCATION_ID|JOURNAL_STREAM|SHINSA_LANG|NO_COLOR|FORCE_COLOR|(?:TERM|COLORTERM|TMUX|STY|SSH|XDG|DBUS|VSCODE|npm|GPG|LS|VTE|KONSOLE|ITERM|WT)(?:_.*)?|TERM.*)$/
