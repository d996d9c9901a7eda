import { readJsonDocument } from '../../formats/kit/source-text.ts'
import type { RunValues } from '../../settings/index.ts'
import { readEnvironmentConfig, type EnvironmentConfig } from '../../targets/environment/environment-config.ts'
import { readRecording, replayedTools } from '../../targets/environment/tool-traffic.ts'
import type { Secrets } from '../../text/secrets/secrets.ts'
import { recordingText, recordingTo, refuseOtherFile } from './tool-recording.ts'
import type { ToolUsageTracker } from './tool-usage-tracker.ts'

type ToolFilesContext = {
  readonly secrets: Pick<Secrets, 'redactAll'>
  /** A resumed run appends to its recording. */
  readonly resumed: boolean
}

export type ToolFiles = ReturnType<typeof openToolFiles>

/** @throws {EvalError} `usage`, `config` or `format` for unusable files */
export function openToolFiles(
  { environment, recordTools, replayTools }: Pick<RunValues, 'environment' | 'recordTools' | 'replayTools'>,
  context: ToolFilesContext,
) {
  const replay = replayTools === undefined ? undefined : readReplay(replayTools)
  const file = replay !== undefined || environment === undefined ? undefined : readFile(environment)
  if (recordTools !== undefined && !context.resumed) refuseOtherFile(recordTools)
  const record =
    recordTools === undefined ? undefined : { file: recordTools, source: () => recordingTo(recordTools, context) }
  return { file, replay, record }
}

function readFile(file: string) {
  const { text, sha256 } = recordingText(file)
  const config = readJsonDocument(text, file, readEnvironmentConfig)
  return { config, described: { file, sha256, ...seedsOf(config) } }
}

function seedsOf({ mocks }: EnvironmentConfig): { readonly seeds?: Record<string, number[]> } {
  const seeds = mocks.flatMap(({ tool_name: tool, injection_configs }) => {
    const own = injection_configs.flatMap((injection) => injection.random_seed ?? [])
    return own.length === 0 ? [] : [[tool, own] as const]
  })
  return seeds.length === 0 ? {} : { seeds: Object.fromEntries(seeds) }
}

function readReplay(file: string) {
  const { text, sha256 } = recordingText(file)
  const calls = readRecording(text, file)
  return { described: { file, sha256 }, source: (tracker: ToolUsageTracker) => replayedTools(calls, tracker) }
}
