import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RecordedTranscript, RunStore, Target, Transcripts } from '../../core/index.ts'
import { EvalError, message } from '../../core/index.ts'
import type { CommandTargetOptions, FunctionAgent, HttpTargetOptions } from '../../targets/index.ts'
import { openTranscripts } from '../datasets.ts'
import type { TargetSetting } from '../config/define-config.ts'
import { documentReviewerName } from '../document-reviewer-name.ts'
import type { DocumentReviewerSettings } from './document-reviewer-target.ts'
import { fillEnvironment } from '../config/environment.ts'
import { withRedaction } from '../../targets/with-redaction.ts'
import type { RunSecrets } from '../secrets/secrets.ts'
import { namedExport } from '../config/named-export.ts'
import { nearestNames } from '../../core/index.ts'
import { runbookAssistantName } from './runbook-assistant-name.ts'
import type { RunbookAssistantSettings } from './runbook-assistant-target.ts'
import { splitCommand } from './split-command.ts'

/** Part of it is only for the agents that ship. */
export type TargetSurroundings = DocumentReviewerSettings &
  RunbookAssistantSettings & {
    readonly folder: string
    readonly named: Readonly<Record<string, TargetSetting>>
    readonly environment: Readonly<Record<string, string | undefined>>
    /** Learns what is filled in, and is taken out of what comes back. */
    readonly secrets: RunSecrets
    readonly repeat: number
    /** The id of the dataset's last case. */
    readonly lastCase?: string | undefined
    /** For `run:ID`: the transcripts of a former run. */
    readonly openStore: () => RunStore
    /** What the dataset itself has recorded, for result files that are scored again. */
    readonly datasetTranscripts?: Transcripts
  }

// Each kind of target loads when it is the one that is meant.

/** Turns what a person wrote into a target. @throws {EvalError} `target` or `config` when it cannot be one */
export async function makeTarget(setting: TargetSetting, around: TargetSurroundings): Promise<Target> {
  return withRedaction(await targetFrom(setting, around), around.secrets)
}

async function targetFrom(setting: TargetSetting, around: TargetSurroundings): Promise<Target> {
  if (typeof setting === 'string') return targetFromText(setting, around)
  if (typeof setting === 'function')
    return (await import('../../targets/function-target.ts')).functionTarget(setting, { clock: around.now })
  if ('open' in setting) return (await import('../../targets/checked-target.ts')).checkedTarget(setting)
  if ('command' in setting) return commandAgent(setting, around)
  if ('http' in setting) return httpTargetFrom(setting.http, around)
  if ('recorded' in setting) return recordedFile(resolve(around.folder, setting.recorded), around)
  throw new EvalError('config', message('the target is none of the kinds there are'), { hint: kindsOfTargets })
}

const kindsOfTargets = message(
  'A target is ./agent.ts[#export], command:PROGRAM ARGUMENTS, http(s)://URL, recorded:FILE, run:ID, or a name from the config.',
)

async function targetFromText(text: string, around: TargetSurroundings): Promise<Target> {
  const named = around.named[text]
  if (named !== undefined) return targetFrom(named, { ...around, named: {} })
  if (/^https?:\/\//.test(text)) return httpTargetFrom({ url: text }, around)
  const reviewer = new RegExp(`^${documentReviewerName}(?::(.+))?$`).exec(text)
  if (reviewer !== null) {
    const { documentReviewerTarget } = await import('./document-reviewer-target.ts')
    return documentReviewerTarget(reviewer[1], around)
  }
  const assistant = new RegExp(`^${runbookAssistantName}(?::(.+))?$`).exec(text)
  if (assistant !== null) {
    const { runbookAssistantTarget } = await import('./runbook-assistant-target.ts')
    return runbookAssistantTarget(assistant[1], around)
  }
  const [, kind, rest = ''] = /^(command|recorded|run):(.*)$/s.exec(text) ?? []
  if (kind === 'command') return commandAgent({ command: splitCommand(rest) }, around)
  if (kind === 'recorded') return recordedFile(resolve(around.folder, rest), around)
  if (text === 'dataset' && around.datasetTranscripts !== undefined) {
    return (await import('../../targets/recorded-target.ts')).recordedTarget({
      name: 'dataset',
      transcripts: around.datasetTranscripts,
      repeats: around.repeat,
    })
  }
  if (kind === 'run') return recordedRun(rest, around)
  return moduleTarget(text, around)
}

async function commandAgent(
  { cwd = '.', ...options }: CommandTargetOptions,
  { folder, secrets, warnings, now }: TargetSurroundings,
): Promise<Target> {
  for (const [name, value] of Object.entries(options.env ?? {})) if (value !== undefined) secrets.noteNamed(name, value)
  const { commandTarget } = await import('../../targets/program/command-target.ts')
  return commandTarget({ warn: warnings.addNow, clock: now, ...options, cwd: resolve(folder, cwd) })
}

async function httpTargetFrom(setting: HttpTargetOptions, { environment, secrets, now }: TargetSurroundings) {
  const options = fillEnvironment(setting, environment, secrets.noteFilled)
  for (const [name, value] of Object.entries(options.headers ?? {})) secrets.noteNamed(name, value)
  secrets.noteNamed('url', options.url)
  return (await import('../../targets/http/http-target.ts')).httpTarget({ clock: now, ...options }, secrets.redact)
}

async function moduleTarget(text: string, { folder, named, now }: TargetSurroundings): Promise<Target> {
  const [path = ''] = text.split('#')
  if (!existsSync(resolve(folder, path))) {
    const near = nearestNames(text, Object.keys(named))
    throw new EvalError(
      'target',
      message('{target} is no target: no name in the config and no file', { target: text }),
      {
        hint: near.length > 0 ? message('Did you mean {names}?', { names: near.join(', ') }) : kindsOfTargets,
      },
    )
  }
  const exported = await namedExport(text, folder)
  if (typeof exported === 'function')
    return (await import('../../targets/function-target.ts')).functionTarget(exported as FunctionAgent, {
      name: text,
      clock: now,
    }) // what it returns is checked at each reply
  if (typeof exported === 'object' && exported !== null && 'open' in exported)
    return (await import('../../targets/checked-target.ts')).checkedTarget(exported as Target) // what it says is checked at each exchange
  throw new EvalError('target', message('{target} exports neither a function nor a target', { target: text }), {
    hint: message(
      'Export a function (message, context) => answer, or something made by functionTarget, httpTarget or commandTarget.',
    ),
  })
}

async function recordedFile(file: string, { repeat, lastCase }: TargetSurroundings): Promise<Target> {
  const transcripts = await openTranscripts(file)
  const { hasTranscript } = await import('../../formats/has-transcript.ts')
  // Thousands of cases without a transcript would look like an agent that fails.
  if (lastCase !== undefined && !(await hasTranscript(lastCase, file, transcripts))) throw endsEarly(file, lastCase)
  return (await import('../../targets/recorded-target.ts')).recordedTarget({
    name: `recorded:${file}`,
    transcripts,
    repeats: repeat,
  })
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

async function recordedRun(runId: string, { openStore, repeat }: TargetSurroundings): Promise<Target> {
  const store = openStore()
  const run = await store.find(runId)
  if (run === undefined) {
    throw new EvalError('target', message('there is no run {run} to take transcripts from', { run: runId }), {
      hint: message('`shinsa list` shows the runs there are.'),
    })
  }
  return (await import('../../targets/recorded-target.ts')).recordedTarget({
    name: `run:${run.plan.runId}`,
    transcripts: () => transcriptsOf(store, run.plan.runId),
    repeats: repeat,
  })
}

async function* transcriptsOf(store: RunStore, runId: string): AsyncGenerator<RecordedTranscript> {
  for await (const { evalCase, repeat, invocations, result } of store.records(runId)) {
    if (result === undefined || repeat !== 0) continue
    const { failure } = result.transcript
    yield { caseId: evalCase.id, invocations, ...(failure === undefined ? {} : { failure }) }
  }
}
