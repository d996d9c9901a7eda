import { existsSync, readdirSync } from 'node:fs'
import { basename, isAbsolute, join, relative, resolve } from 'node:path'
import {
  type RecordedTranscript,
  type RunStore,
  type Target,
  type Transcripts,
  EvalError,
  message,
  nearestNames,
} from '../../core/index.ts'
import type { CommandTargetOptions, HttpTargetOptions } from '../../targets/index.ts'
import type { AdkServerOptions } from '../../targets/adk-server/adk-server-target.ts'
import { openTranscripts } from '../datasets.ts'
import type { AgentContext } from '../../core/pack/pack-agent.ts'
import type { TargetSetting } from '../config/define-config.ts'
import { protocolSetting, type ProtocolSetting } from '../config/kind-config.ts'
import { fillAddressed, fillWords, provideEnvironment } from '../config/environment.ts'
import { withRedactedTarget } from '../../targets/with-redaction.ts'
import type { RunSecrets } from '../secrets/secrets.ts'
import { agentNamed } from '../pack-of.ts'
import type { Variant } from '../../settings/kind.ts'
import type { TraceValues } from './receiver-for.ts'
import { isKeptVariant, isVaried, variedAgent, withVariant } from './varied-agent.ts'
import { didYouMean } from '../../core/basics/nearest-names.ts'

export type TargetContext = {
  readonly traces?: TraceValues
  readonly agent: AgentContext
  readonly folder: string
  readonly variant?: Variant | undefined
  readonly named: Readonly<Record<string, TargetSetting>>
  /** Learns the values that are filled in, and hides them in the agent's replies. */
  readonly secrets: RunSecrets
  readonly repeat: number
  readonly timeoutMs?: number | undefined
  readonly lastCase?: string | undefined
  readonly only?: ReadonlySet<string> | undefined
  readonly isShare?: boolean | undefined
  /** Opens the store for `run:ID`, which replays the transcripts of a stored run. */
  readonly openStore: () => RunStore
  /** Transcripts in the dataset itself, such as in result files. */
  readonly datasetTranscripts?: Transcripts
}

// Each kind of target is imported only when it is used.

/** Makes a target of a setting. @throws {EvalError} `target` or `config` when that is impossible */
export async function makeTarget(setting: TargetSetting, context: TargetContext): Promise<Target> {
  if (context.variant !== undefined) {
    const { refuseUndeclared } = await import('./vary-of.ts')
    await refuseUndeclared(context.variant, setting, context)
  }
  return withRedactedTarget(await targetFrom(setting, context), context.secrets)
}

async function targetFrom(setting: TargetSetting, context: TargetContext): Promise<Target> {
  if (typeof setting === 'string') return targetFromText(setting, context)
  if (typeof setting !== 'object' || 'open' in setting) return madeTarget(setting, context)
  if (isKeptVariant(setting)) {
    return targetFrom(setting.variantOf, { ...context, variant: { ...setting.variant, ...context.variant } })
  }
  if (isVaried(setting)) {
    const made = (await variedAgent(setting, context.variant)) as TargetSetting
    return targetFrom(made, { ...context, variant: undefined })
  }
  if ('command' in setting) return commandAgent(setting, context)
  if ('http' in setting) return httpTargetFrom(setting.http, context)
  if ('adk' in setting) return adkServer(setting.adk, context)
  if ('recorded' in setting) return recordedFile(setting.recorded, context)
  const protocol = protocolSetting(setting)
  return protocol === undefined ? madeTarget(setting, context) : protocolTarget(protocol, context)
}

/** Makes a target of an object that the config imported or `evaluate()` received. */
async function madeTarget(made: object, { folder, agent: { now } }: TargetContext): Promise<Target> {
  const { agentsOfMastra, valueTarget } = await import('./value-target.ts')
  const agents = Object.values(await agentsOfMastra(made))
  const target = await valueTarget(agents.length === 1 ? agents[0] : made, {
    file: join(folder, 'shinsa.config.ts'),
    clock: now,
  })
  if (target !== undefined) return target
  throw new EvalError('config', message('the target is none of the kinds there are'), { hint: kindsOfTargets })
}

const kindsOfTargets = message(
  'A target is ./agent.ts[#export], command:PROGRAM ARGUMENTS, http(s)://URL, adk:URL/APP, a2a:URL, acp:COMMAND, mcp:COMMAND|URL, openai:MODEL@URL, recorded:FILE, run:ID, or a name from the config.',
)

async function targetFromText(text: string, context: TargetContext): Promise<Target> {
  const named = context.named[text]
  if (named !== undefined) return targetFrom(named, { ...context, named: {} })
  if (/^https?:\/\//.test(text)) return httpTargetFrom({ url: text }, context)
  const protocol = protocolSetting(text)
  if (protocol !== undefined) return protocolTarget(protocol, context)
  const shipped = agentNamed(text)
  if (shipped !== undefined) return shipped.agent.make(shipped.model, context.agent)
  const [, kind, rest = ''] = /^(command|adk|recorded|run):(.*)$/s.exec(text) ?? []
  if (kind === 'command') {
    const { splitCommand } = await import('./split-command.ts')
    return commandAgent({ command: splitCommand(rest) }, context)
  }
  if (kind === 'adk') return adkServer({ url: rest }, context)
  if (kind === 'recorded') return recordedFile(rest, context)
  if (text === 'dataset' && context.datasetTranscripts !== undefined) {
    return recording('dataset', context.datasetTranscripts, context)
  }
  if (kind === 'run') return recordedRun(rest, context)
  return fileTarget(text, context)
}

async function commandAgent(
  { cwd = '.', ...options }: CommandTargetOptions,
  { folder, secrets, agent, traces }: TargetContext,
): Promise<Target> {
  const { warnings, environment, now } = agent
  for (const [name, value] of Object.entries(options.env ?? {})) if (value !== undefined) secrets.noteNamed(name, value)
  const { commandTarget } = await import('../../targets/program/command-target.ts')
  const { env = environment } = options
  const command = fillWords(options.command, environment, secrets)
  const own = { warn: warnings.addNow, clock: now, ...options, command, env, cwd: resolve(folder, cwd) }
  const { receiverFor } = await import('./receiver-for.ts')
  return commandTarget(own, await receiverFor(traces, agent))
}

async function httpTargetFrom(setting: HttpTargetOptions, context: TargetContext) {
  const options = fillAddressed(setting, context.agent.environment, context.secrets)
  const { httpTarget } = await import('../../targets/http/http-target.ts')
  const { receiverFor } = await import('./receiver-for.ts')
  const receiver = await receiverFor(context.traces, context.agent, options.url)
  return httpTarget({ clock: context.agent.now, ...options }, context.secrets.redact, receiver)
}

async function adkServer(setting: AdkServerOptions, context: TargetContext): Promise<Target> {
  const options = fillAddressed(setting, context.agent.environment, context.secrets)
  const { adkServerTarget } = await import('../../targets/adk-server/adk-server-target.ts')
  return adkServerTarget({ clock: context.agent.now, ...options }, context.secrets.redact)
}

async function protocolTarget(setting: ProtocolSetting, context: TargetContext): Promise<Target> {
  return (await import('./protocol-target.ts')).protocolTarget(withVariant(setting, context.variant), context)
}

async function fileTarget(
  text: string,
  { folder, named, variant, agent: { environment, now } }: TargetContext,
): Promise<Target> {
  const [path = ''] = text.split('#')
  if (!existsSync(resolve(folder, path))) {
    const modules = /[\\/.:]/.test(text) ? [] : ['ts', 'mts', 'js', 'mjs'].map((ending) => `./${text}.${ending}`)
    const file = modules.find((name) => existsSync(resolve(folder, name)))
    const near = file === undefined ? nearestNames(path, [...Object.keys(named), ...filesBeside(folder, path)]) : [file]
    throw new EvalError(
      'target',
      message('{target} is no target: no name in the config and no file', { target: text }),
      {
        hint: didYouMean(near, kindsOfTargets),
      },
    )
  }
  provideEnvironment(environment)
  return (await import('./module-target.ts')).moduleTarget(text, { folder, clock: now, variant })
}

/** Lists the files of a path's folder, in the path's own spelling. */
function filesBeside(folder: string, path: string): readonly string[] {
  const start = path.slice(0, path.lastIndexOf('/') + 1)
  const beside = resolve(folder, start)
  return start !== '' && existsSync(beside) ? readdirSync(beside).map((name) => `${start}${name}`) : []
}

async function recordedFile(written: string, context: TargetContext): Promise<Target> {
  const { agent, folder, lastCase, only, isShare = false } = context
  const file = resolve(folder, written)
  // The name appears in every report, which need not show the folders of this machine.
  const inside = relative(folder, file)
  const name = `recorded:${/^\.\.(?:[\\/]|$)/.test(inside) || isAbsolute(inside) ? basename(file) : inside}`
  const traced = await tracedFile(file, name, agent.warnings)
  if (traced !== undefined) return traced
  const transcripts = await openTranscripts(file, { few: isShare, only })
  const { hasTranscript } = await import('../../formats/has-transcript.ts')
  // A recording that ends early would look like an agent that fails in every further case.
  if (lastCase !== undefined && !(await hasTranscript(lastCase, file, transcripts))) throw endsEarly(file, lastCase)
  return recording(name, transcripts, context)
}

async function recording(name: string, transcripts: Transcripts, { repeat, only, isShare }: TargetContext) {
  const { recordedTarget } = await import('../../targets/recorded-target.ts')
  return recordedTarget({ name, transcripts, repeats: repeat, only, isShared: isShare })
}

async function tracedFile(file: string, name: string, warnings: AgentContext['warnings']): Promise<Target | undefined> {
  const { mayBeTraces, tracesIn } = await import('../traces/open-traces.ts')
  const traces = (await mayBeTraces(file)) ? await tracesIn(file) : undefined
  if (traces === undefined) return undefined
  for (const note of traces.notes) warnings.add(note)
  const { tracedTarget } = await import('../../targets/traced-target.ts')
  return tracedTarget({ name, conversations: traces.conversations })
}

function endsEarly(file: string, lastCase: string): EvalError {
  return new EvalError(
    'format',
    message('{file} has no transcript of the last case, {case}: it was cut off, or is of other cases', {
      file,
      case: lastCase,
    }),
    { hint: message('Get the whole file, or evaluate only cases that it has: DATASET:CASE,…') },
  )
}

async function recordedRun(runId: string, context: TargetContext): Promise<Target> {
  const store = context.openStore()
  const run = await store.find(runId)
  if (run === undefined) {
    throw new EvalError('target', message('there is no run {run} to take transcripts from', { run: runId }), {
      hint: message('`shinsa list` shows the runs there are.'),
    })
  }
  return recording(`run:${run.plan.runId}`, () => transcriptsOf(store, run.plan.runId), context)
}

async function* transcriptsOf(store: RunStore, runId: string): AsyncGenerator<RecordedTranscript> {
  for await (const { evalCase, repeat, invocations, result } of store.records(runId)) {
    if (result === undefined || repeat !== 0) continue
    const { failure } = result.transcript
    yield { caseId: evalCase.id, invocations, ...(failure === undefined ? {} : { failure }) }
  }
}
