import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { type Message, EvalError, message } from '../core/index.ts'
import { messageOf } from '../core/basics/message-of.ts'
import { findGoogleLogin } from '../models/google-login.ts'
import { httpTargetAnswers } from '../targets/http/http-probe.ts'
import type { TargetSetting } from '../compose/config/define-config.ts'
import { fillEnvironment, readEnvironment, type Environment } from '../compose/config/environment.ts'
import { proxyUse } from '../compose/config/proxy.ts'
import { loadConfig, projectFolder, type LoadedConfig } from '../compose/config/load-config.ts'
import { makeTarget } from '../compose/targets/make-target.ts'
import type { RunDependencies } from '../compose/run-dependencies.ts'
import { documentReader } from '../compose/review-documents.ts'
import { agentContext } from '../compose/targets/agent-context.ts'
import { refuseWrittenSecrets, runSecrets, type RunSecrets } from '../compose/secrets/secrets.ts'
import { splitCommand } from '../compose/targets/split-command.ts'
import { collectWarnings } from '../compose/warnings.ts'

/** The result of one check. `absent` is no fault. */
export type Diagnosis = {
  readonly state: 'fine' | 'absent' | 'broken'
  readonly subject: Message
  readonly detail: Message
}

/** Checks everything that a run would need, without asking an agent. */
export async function diagnose(
  place: { readonly cwd: string; readonly config?: string },
  dependencies: RunDependencies,
): Promise<readonly Diagnosis[]> {
  const config = await tryLoad(place)
  const environment = readEnvironment(dependencies.environment, config.loaded?.folder ?? place.cwd)
  return [
    node(),
    ...proxy(dependencies.environment),
    storeFolder(place.cwd),
    config.finding,
    ...(await providers(environment)),
    googleLogin(environment),
    ...(config.loaded === undefined ? [] : await targets(config.loaded, dependencies)),
  ]
}

function node(): Diagnosis {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const recent = major > 22 || (major === 22 && minor >= 18)
  return {
    state: recent ? 'fine' : 'broken',
    subject: message('Node.js'),
    detail: message('{version} (22.18 or newer is needed)', { version: process.versions.node }),
  }
}

/** Looks only at the process's environment: proxies are read before any `.env` file. */
function proxy(environment: Environment): readonly Diagnosis[] {
  const use = proxyUse(environment)
  if (use === undefined) return []
  const { name, problem } = use
  const detail = problem ?? message('the one of {name}', { name })
  return [{ state: problem === undefined ? 'fine' : 'broken', subject: message('proxy'), detail }]
}

function storeFolder(cwd: string): Diagnosis {
  const folder = join(projectFolder(cwd), '.shinsa')
  const subject = message('run store')
  const existing = existsSync(folder) ? folder : dirname(folder)
  try {
    accessSync(existing, constants.W_OK)
    return { state: 'fine', subject, detail: message('{file}', { file: join(folder, 'runs.db') }) }
  } catch {
    return { state: 'broken', subject, detail: message('{folder} cannot be written', { folder: existing }) }
  }
}

async function tryLoad(place: {
  readonly cwd: string
  readonly config?: string
}): Promise<{ loaded?: LoadedConfig; finding: Diagnosis }> {
  const subject = message('config')
  try {
    const loaded = await loadConfig({ named: place.config, cwd: place.cwd })
    const { file } = loaded
    const [state, detail] =
      file === undefined
        ? (['absent', message('none; `shinsa init --table` writes one')] as const)
        : (['fine', message('{file}', { file })] as const)
    return { loaded, finding: { state, subject, detail } }
  } catch (error) {
    return { finding: { state: 'broken', subject, detail: sentenceOf(error) } }
  }
}

async function providers(environment: Environment): Promise<readonly Diagnosis[]> {
  const { providerStatus } = await import('../models/index.ts')
  return providerStatus(environment).map(({ label, ready, ways, used }) => ({
    state: ready ? 'fine' : 'absent',
    subject: message('models of {provider}', { provider: label }),
    detail: !ready
      ? message('no key ({ways})', { ways: ways.join('; ') })
      : used.length === 0
        ? message('needs no key; whether it answers shows when it is asked')
        : message('{names} is set', { names: used.join(', ') }),
  }))
}

/** Says which kind of Google login exists, never its content. */
function googleLogin(environment: Environment): Diagnosis {
  const subject = message('Google login')
  try {
    const login = findGoogleLogin(environment)
    if (login === undefined) return { state: 'absent', subject, detail: message('none (docs/models.md#google-login)') }
    if (login.kind === 'token')
      return { state: 'fine', subject, detail: message('{variable} is set', { variable: login.variable }) }
    const { file, variable: source = 'gcloud', credentials } = login
    const detail = message('{type} in {file} ({source})', { type: credentials.type, file, source })
    return { state: 'fine', subject, detail }
  } catch (error) {
    if (!(error instanceof EvalError)) throw error
    return { state: 'broken', subject, detail: error.sentence }
  }
}

async function targets(loaded: LoadedConfig, dependencies: RunDependencies): Promise<readonly Diagnosis[]> {
  const { config } = loaded
  const environment = readEnvironment(dependencies.environment, loaded.folder)
  const secrets = runSecrets({ environment, public: config.public })
  const ofKinds = Object.entries({ target: config, 'review.target': config.review, 'runbooks.target': config.runbooks })
  const settings = Object.fromEntries([
    ...ofKinds.flatMap(([name, kind]) => (kind?.target === undefined ? [] : [[name, kind.target] as const])),
    ...Object.entries(config.targets ?? {}),
  ])
  const findings: Diagnosis[] = []
  for (const [name, setting] of Object.entries(settings)) {
    findings.push({
      subject: message('target {name}', { name }),
      ...(await lookAtTarget(setting, loaded, { ...dependencies, environment, secrets })),
    })
  }
  return secrets.redactAll(findings)
}

type Look = Pick<Diagnosis, 'state' | 'detail'>

async function lookAtTarget(
  setting: TargetSetting,
  loaded: LoadedConfig,
  dependencies: Omit<RunDependencies, 'secrets'> & { readonly secrets: RunSecrets },
): Promise<Look> {
  const { folder } = loaded
  try {
    const url = writtenUrl(setting)
    if (url !== '') {
      const { environment, secrets } = dependencies
      const probe = await httpTargetAnswers(fillEnvironment(url, environment, secrets.noteFilled))
      if (!probe.answers) return { state: 'broken', detail: probe.reason }
      refuseWrittenSecrets([url])
      return { state: 'fine', detail: message('answers (HTTP {status})', { status: probe.status }) }
    }
    const program = programOf(setting)
    if (program !== undefined) return lookForProgram(program, folder, dependencies.environment)
    const target = await makeTarget(setting, {
      ...dependencies,
      folder,
      named: loaded.config.targets ?? {},
      repeat: 1,
      agent: agentContext(loaded, dependencies, {
        environment: dependencies.environment,
        folders: [folder],
        cwd: folder,
        read: documentReader(),
        account: undefined,
        warnings: collectWarnings(),
      }),
    })
    await target.close?.()
    return { state: 'fine', detail: message('{target} loads', { target: target.name }) }
  } catch (error) {
    return { state: 'broken', detail: sentenceOf(error) }
  }
}

/** Empty where the target has no address. */
function writtenUrl(setting: TargetSetting): string {
  if (typeof setting === 'string') return /^https?:\/\//.test(setting) ? setting : ''
  return 'http' in setting ? setting.http.url : ''
}

function programOf(setting: TargetSetting): string | undefined {
  if (typeof setting === 'string')
    return setting.startsWith('command:') ? splitCommand(setting.slice('command:'.length))[0] : undefined
  return 'command' in setting ? setting.command[0] : undefined
}

function lookForProgram(program: string, folder: string, environment: Environment): Look {
  const places = program.includes('/')
    ? [resolve(folder, program)]
    : (environment['PATH'] ?? '').split(delimiter).map((path) => join(path, program))
  const found = places.find(isExecutable)
  if (found === undefined) return { state: 'broken', detail: message('there is no program {program}', { program }) }
  return { state: 'fine', detail: message('{file} is there', { file: found }) }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function sentenceOf(error: unknown): Message {
  return error instanceof EvalError ? error.sentence : message('{problem}', { problem: messageOf(error) })
}
