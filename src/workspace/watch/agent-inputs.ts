import { dirname, join, resolve } from 'node:path'
import { type Message, canonicalJson, message } from '../../core/index.ts'
import { filesBehind, filesImportedBy } from '../../compose/config/import-module.ts'
import { nearestFolder } from '../../compose/config/nearest-folder.ts'
import { agentCode, type AgentCode } from '../../compose/evaluations/agent-code.ts'
import { agentNamed } from '../../compose/pack-of.ts'
import type { AskedAgent, PreparedRun } from '../../compose/prepared-run.ts'
import { protocolAddress, protocolSetting, type ProtocolSetting } from '../../compose/config/kind-config.ts'
import { splitCommand } from '../../compose/targets/split-command.ts'
import { commandFiles, type ProgramFiles } from './command-files.ts'
import { watchedFilesBelow, hashOfText } from './file-state.ts'

/** What an agent's answers depend on beside the case, as far as that is known before it is asked. */
export type AgentInputs = Awaited<ReturnType<typeof agentInputs>>

const lockFiles = [
  'package-lock.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'uv.lock',
  'poetry.lock',
  'requirements.txt',
]

export async function agentInputs({ asked, plan, target }: PreparedRun) {
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
    /** A hash of all settings of the agent and around it. */
    settings: hashOfText(canonicalJson([saidOf(setting, asked, plan.version), inCode?.code])),
    /** Files and folders whose content matters. */
    files: [...new Set([...files, ...locksBeside(files, asked)])],
    /** Those of them that are modules, with everything that they import, also lazily. */
    loaded: () => [...files.flatMap((path) => filesBehind(path)), ...imported()],
    ...(inCode !== undefined && { evalFile: inCode.file }),
    /** Whether files that Shinsa's own code reads are read for the agent. */
    isShipped: agentNamed(setting) !== undefined,
    ...(unknown !== undefined && { unknown }),
  }
}

/** Returns the part of an evaluation's file that an agent or its tools may be made from. */
async function codeAround({ request }: AskedAgent): Promise<(AgentCode & { readonly file: string }) | undefined> {
  const { cwd, dataset, evaluation, arm } = request
  if (evaluation === undefined) return undefined
  const file = resolve(cwd, dataset)
  return { file, ...(await agentCode(file, { evaluation, arm })) }
}

/** Files that the user names for an external agent are trusted to be all of its files. */
function unknownOf({ unknown }: ProgramFiles, named: readonly string[]): Message | undefined {
  return named.length > 0 ? undefined : unknown
}

const callsAreRecorded = message('the calls of tools are recorded, of all cases')

/** Resolves the name of a target in the config. */
function resolved({ setting, loaded }: AskedAgent): AskedAgent['setting'] {
  const { targets = {} } = loaded.config
  return typeof setting === 'string' && Object.hasOwn(targets, setting) ? (targets[setting] ?? setting) : setting
}

function filesOf(setting: AskedAgent['setting'], asked: AskedAgent): ProgramFiles {
  const { loaded, request } = asked
  // A target on the command line is relative to the working directory.
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

/** Removes user info and query from an address, which may contain keys. */
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

/** Installed packages are tracked by their lock files, not one by one. */
function locksBeside(files: readonly string[], { request }: AskedAgent): readonly string[] {
  const folders = new Set([request.cwd, ...files.map((file) => dirname(file))])
  return [...folders].flatMap((folder) => {
    const nearest = nearestFolder(folder, lockFiles)
    return nearest === undefined ? [] : lockFiles.map((name) => join(nearest, name))
  })
}

/** All settings except those that cannot change an answer, such as selected cases, concurrency, judge and gate. */
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
    // Targets in code are covered by their files.
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

/** Variables that differ between terminals and do not matter to agents. */
const ofTerminals =
  /^(?:_|PWD|OLDPWD|SHLVL|COLUMNS|LINES|WINDOWID|SESSION_MANAGER|INVOCATION_ID|JOURNAL_STREAM|SHINSA_LANG|NO_COLOR|FORCE_COLOR|(?:TERM|COLORTERM|TMUX|STY|SSH|XDG|DBUS|VSCODE|npm|GPG|LS|VTE|KONSOLE|ITERM|WT)(?:_.*)?|TERM.*)$/
