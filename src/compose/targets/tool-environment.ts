import { type EvalCase, type Message, type RunPlan, type Target, EvalError, message } from '../../core/index.ts'
import { declaredMocks, mocksOf } from '../../targets/environment/declared-mocks.ts'
import type { EnvironmentConfig } from '../../targets/environment/environment-config.ts'
import type { ServableTarget } from '../../targets/environment/servable-target.ts'
import type { ToolSource } from '../../targets/environment/tool-source.ts'
import type { Secrets } from '../../text/secrets/secrets.ts'
import type { JudgeSettings } from '../judging/choose-judge.ts'
import { withGenerationConfig } from '../judging/generation-config.ts'
import { refuseAddress } from '../judging/refuse-address.ts'
import { settingName, type SettingPlace, type RunValues } from '../../settings/index.ts'
import type { RunDependencies } from '../run-dependencies.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import type { ToolFiles } from './tool-files.ts'
import { toolUsageTracker, type ToolUsageTracker } from './tool-usage-tracker.ts'

type ToolEnvironmentRequest = {
  readonly asked: {
    readonly request: Pick<RunRequest, (typeof files)[number]>
    readonly place: SettingPlace
    readonly settings: Pick<RunValues, (typeof files)[number] | 'seed' | 'adkCompat' | 'judgeLanguage'>
  }
  readonly world: Pick<JudgeSettings, 'environment' | 'warnings'> & {
    readonly dependencies: Pick<RunDependencies, 'random' | 'tools'>
    readonly secrets: Pick<Secrets, 'redactAll'>
  }
}

const noFiles: ToolFiles = { file: undefined, replay: undefined, record: undefined }

const files = ['environment', 'recordTools', 'replayTools'] as const

type Served = {
  readonly target: Target
  readonly described: RunPlan['environment']
  readonly notes: () => readonly Message[]
}

export type ToolEnvironment = Awaited<ReturnType<typeof openToolEnvironment>>

/**
 * Opens the sources that answer the agent's tools (environment file, mocks of cases, recording) and the file that
 * records the traffic. Files are read at once.
 *
 * @throws {EvalError} `usage`, `config` or `format` for unusable files and settings
 */
export async function openToolEnvironment(
  { asked, world }: ToolEnvironmentRequest,
  { resumed }: { readonly resumed: boolean },
) {
  const { settings, request } = asked
  refuseBoth(asked)
  const isWanted = files.some((name) => settings[name] !== undefined)
  const isAsked = files.some((name) => request[name] !== undefined)
  // Most runs have none of these files and need none of this code.
  const { file, replay, record }: ToolFiles = isWanted
    ? (await import('./tool-files.ts')).openToolFiles(settings, { secrets: world.secrets, resumed })
    : noFiles
  let declaring = 0
  let simulating = file?.config.mocks.some(isSimulated) ?? false

  const given = world.dependencies.tools

  async function serve(target: ServableTarget): Promise<Served> {
    if (target.recorded === true || target.within === undefined) return unserved(target)
    if (file !== undefined && target.environment !== undefined) throw twoEnvironments(target)
    const mocks = file?.config.mocks ?? []
    const tracker = toolUsageTracker({ mocks, everyCase: isWanted, recording: record !== undefined })
    const answering = replay === undefined ? await answers(target, tracker) : [replay.source(tracker)]
    const recorder = record === undefined ? [] : [record.source()]
    return {
      target: target.within(
        [tracker.front, ...recorder, ...(given === undefined ? [] : [given]), ...answering, tracker.back],
        file?.config.declarations,
      ),
      described: isWanted ? describe(answering.find(({ model }) => model !== undefined)?.model) : undefined,
      notes: tracker.notes,
    }
  }

  async function answers(target: ServableTarget, tracker: ToolUsageTracker): Promise<readonly ToolSource[]> {
    if (target.environment !== undefined) return target.environment
    const { seed, adkCompat, judgeLanguage: language = 'en' } = settings
    const { mocks, declarations = [], environmentData, tracing } = file?.config ?? {}
    const declared = declaredMocks(mocks, { seed, adkCompat, onHit: tracker.onHit })
    if (!simulating) return [declared]
    const { modelMadeTools } = await import('../../targets/environment/model-made-tools.ts')
    const model = await openModel(world, file?.config ?? {})
    return [declared, modelMadeTools({ model, mocks, declarations, environmentData, tracing, language, adkCompat })]
  }

  function unserved(target: Target): Served {
    const hasHappened = target.recorded === true
    // A setting of the config is meant for runs that call an agent.
    if (given !== undefined || (isWanted && (!hasHappened || isAsked))) throw cannotServe(target)
    const notes = declaring === 0 || hasHappened ? [] : [cannotAsk(target, declaring)]
    return { target, described: undefined, notes: () => notes }
  }

  function describe(model: string | undefined): RunPlan['environment'] {
    return {
      ...file?.described,
      ...(model !== undefined && { model }),
      ...(record !== undefined && { recordedTo: record.file }),
      ...(replay !== undefined && { replayed: replay.described }),
    }
  }

  return {
    /** @throws {EvalError} `format` for a case with invalid mocks */
    check(evalCase: EvalCase) {
      const mocks = mocksOf(evalCase)
      if (mocks.length > 0) declaring += 1
      simulating ||= mocks.some(isSimulated)
    },
    /** True when some checked case declares how tools answer. */
    isDeclared: () => declaring > 0,
    /** @throws {EvalError} `config` when tools are to be served to an agent that cannot use them */
    serve,
  }
}

function refuseBoth({ settings, place }: Pick<ToolEnvironmentRequest['asked'], 'settings' | 'place'>): void {
  if (settings.recordTools === undefined || settings.replayTools === undefined) return
  const [record, replay] = [settingName('recordTools', place), settingName('replayTools', place)]
  throw new EvalError('usage', message('tool traffic is either recorded or replayed'), {
    hint: message('Give {record} or {replay}, not both.', { record, replay }),
  })
}

async function openModel(
  { environment, warnings, dependencies: { random } }: ToolEnvironmentRequest['world'],
  { model: name = 'gemini-2.5-flash', generation }: Partial<EnvironmentConfig>,
) {
  refuseAddress(name)
  const { openResilientModel } = await import('../../models/resilient-model.ts')
  // The costs are booked by the conversation, which opens the source.
  const model = await openResilientModel(name, 'environment', { environment, random, account: undefined })
  const config = { place: 'simulation_model_configuration', config: generation ?? {} }
  return withGenerationConfig(model, config, warnings)
}

function isSimulated({ mock_strategy_type: strategy }: { readonly mock_strategy_type: string }): boolean {
  return strategy === 'MOCK_STRATEGY_TOOL_SPEC'
}

function cannotAsk({ name }: Target, count: number): Message {
  return message('{count} {count|case declares|cases declare} mocks of tools, and {target} cannot ask for them', {
    count,
    target: name,
  })
}

function twoEnvironments({ name }: Target): EvalError {
  return new EvalError('config', message('{target} has an environment of its own, made in code', { target: name }), {
    hint: message('Leave out the environment file, or `environment` where the target is made.'),
  })
}

function cannotServe({ name, recorded }: Target): EvalError {
  return new EvalError(
    'config',
    message('the tools of {target} cannot be answered by somebody else', { target: name }),
    {
      hint:
        recorded === true
          ? message('What was recorded has happened already; leave out the environment.')
          : message('Functions, programs and HTTP targets can ask for their tools; see docs/environments.md.'),
    },
  )
}
