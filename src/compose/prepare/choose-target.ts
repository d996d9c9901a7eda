import { dirname } from 'node:path'
import {
  type Account,
  type Limiter,
  type Message,
  type RunPlan,
  type Target,
  EvalError,
  message,
} from '../../core/index.ts'
import { packs } from '../../packs/index.ts'
import { settingName, settingValue } from '../../settings/index.ts'
import { withRequestPace, withTargetRetries } from '../../targets/with-retries.ts'
import { withTargetTimeout } from '../../targets/with-timeout.ts'
import type { TargetSetting } from '../config/define-config.ts'
import { fillEnvironment } from '../config/environment.ts'
import { withModelOf } from '../config/kind-config.ts'
import { kindSettings } from '../kind-settings.ts'
import { agentNamed } from '../pack-of.ts'
import type { DocumentReader } from '../review-documents.ts'
import { agentContext } from '../targets/agent-context.ts'
import { makeTarget } from '../targets/make-target.ts'
import type { OpenedRun } from './open-run.ts'
import type { AskedRun, SettledRun } from './settle-run.ts'

export type ChosenTarget = {
  readonly target: Target
  readonly setting: TargetSetting
  readonly described: RunPlan['environment']
  readonly notes: () => readonly Message[]
  readonly shippedInstead: boolean
}

/**
 * Makes the agent of a run, with served tools, a time limit and retries.
 *
 * @throws {EvalError} `target`, `config` or `usage` when there is none or it cannot be made
 */
export async function chooseTarget(
  settled: SettledRun,
  cases: OpenedRun,
  { read, account }: { readonly read: DocumentReader; readonly account: Account },
): Promise<ChosenTarget> {
  const { request, loaded, settings, review, datasetFile } = settled.asked
  const { dependencies, environment, secrets, warnings } = settled.world
  const { setting, shippedInstead } = settingOf(settled, cases)
  refuseOtherAgent(settled.asked, setting)
  const { targets: named = {} } = loaded.config
  const { cwd, target } = request
  const made = await makeTarget(setting, {
    // A name is defined in the config, so its paths start from the config's folder.
    folder: target === undefined || Object.hasOwn(named, target) ? loaded.folder : cwd,
    named,
    variant: request.variant,
    secrets,
    repeat: cases.repeat,
    timeoutMs: settings.timeoutMs,
    lastCase: cases.lastCase,
    only: cases.selected.length === 0 ? undefined : new Set(cases.selected),
    isShare: dependencies.isShare,
    openStore: dependencies.openStore,
    datasetTranscripts: cases.opened.transcripts,
    traces: settings,
    agent: agentContext(loaded, dependencies, {
      request: { ...request, review },
      environment,
      folders: [dirname(datasetFile), cwd],
      cwd,
      read,
      account,
      pace: settings.concurrency,
      warnings,
      secrets: {
        fill: (given) => fillEnvironment(given, environment, secrets.noteFilled),
        add: (secret) => secrets.add(secret, { name: 'oauth' }),
      },
    }),
  })
  const served = await cases.tools.serve(made)
  if (made.recorded === true) return { ...served, setting, shippedInstead }
  const { random, sleep } = dependencies
  const limited = withTargetTimeout(served.target, settings.timeoutMs)
  const retried = withTargetRetries(limited, { attempts: settings.attempts, random, sleep })
  return { ...served, setting, shippedInstead, target: withRequestPace(retried, (quota) => limiterOf(quota, settled)) }
}

/** The limit holds nothing back until the server has refused a call. */
async function limiterOf(quota: string, { asked, world: { dependencies } }: SettledRun): Promise<Limiter> {
  const { concurrency } = asked.settings
  if (dependencies.paceOf !== undefined) return dependencies.paceOf(quota, { startsFree: true })
  const { adaptiveLimit } = await import('../../models/pace/adaptive-limit.ts')
  return adaptiveLimit({ start: concurrency, max: concurrency, latencyMs: 500 })
}

/** The request's agent, else the dataset's recording, the config's agent, or the built-in one. */
function settingOf({ asked, world: { dependencies } }: SettledRun, { opened }: OpenedRun) {
  const { request, loaded, place } = asked
  const kind = kindSettings(loaded.config, opened.format)
  const chosen = dependencies.target ?? request.target ?? (opened.transcripts === undefined ? undefined : 'dataset')
  const setting = chosen ?? kind.target
  if (setting !== undefined) {
    return { setting: withModel(setting, asked), shippedInstead: kind.shippedInstead && chosen === undefined }
  }
  throw new EvalError('target', opened.unanswered ?? message('there is no agent to evaluate'), {
    hint: message(
      'Name one with {target} (./agent.ts, command:…, http://…, recorded:FILE), or in shinsa.config.ts (`shinsa init --table` writes one). Answers that a table has in a column actual_output are scored without one.',
      { target: settingName('target', place) },
    ),
  })
}

/** Sets the request's model on an agent that accepts one. */
function withModel(setting: TargetSetting, { request, loaded, place }: AskedRun): TargetSetting {
  const { targets = {} } = loaded.config
  const written = typeof setting === 'string' && Object.hasOwn(targets, setting) ? targets[setting] : undefined
  const agent = agentNamed(written ?? setting)?.agent
  const model = request.model ?? agent?.own?.modelIn(request)
  if (model === undefined) return setting
  const told = agent === undefined ? withModelOf(written ?? setting, model) : `${agent.name}:${model}`
  if (told !== undefined) return told
  throw new EvalError(
    'usage',
    message('{model} is for agents that can be told which model to ask', { model: settingName('model', place) }),
    { hint: message('Those that ship can, mcp:… and openai:… too; others have a model of their own.') },
  )
}

/** Settings of a built-in agent must not be ignored when another agent is used. */
function refuseOtherAgent({ request, place }: AskedRun, setting: TargetSetting): void {
  const asked = agentNamed(setting)?.agent
  for (const { agent } of packs) {
    if (agent?.own === undefined || agent === asked) continue
    const isGiven = agent.own.names.some((name) => settingValue(request, name) !== undefined)
    if (isGiven) throw agent.own.refusal((name) => settingName(name, place))
  }
}
