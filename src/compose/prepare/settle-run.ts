import { isCriteriaFile } from '../../settings/request-settings.ts'
import { basename, dirname, relative, resolve } from 'node:path'
import { type InstructionLanguage, message } from '../../core/index.ts'
import { parseGateRules } from '../../runner/gate.ts'
import {
  reviewSettings,
  runSettings,
  settle,
  type SettingPlace,
  type RunValues,
  type SettledValues,
} from '../../settings/index.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import { readEnvironment, type Environment } from '../config/environment.ts'
import { foreignConfig, foreignConfigWarning, loadConfig, type LoadedConfig } from '../config/load-config.ts'
import { refuseIdleNone } from '../no-effect.ts'
import { gateMeasuresOf } from '../pack-parts.ts'
import { refuseDeadKeys } from '../refuse-dead-keys.ts'
import type { RunDependencies } from '../run-dependencies.ts'
import { runSecrets, type RunSecrets } from '../secrets/secrets.ts'
import { collectWarnings, type Warnings } from '../warnings.ts'

/** The request merged with the config, before the dataset is read. */
export type AskedRun = {
  readonly request: RunRequest
  readonly place: SettingPlace
  readonly datasetFile: string
  readonly loaded: LoadedConfig
  readonly settings: RunValues
  readonly review: SettledValues<typeof reviewSettings>
}

export type RunWorld = {
  readonly dependencies: RunDependencies
  /** The process's environment, over `.env` beside the config. */
  readonly environment: Environment
  readonly secrets: RunSecrets
  readonly warnings: Warnings
}

export type SettledRun = { readonly asked: AskedRun; readonly world: RunWorld }

/**
 * Resolves the config, the settings and the environment of a run.
 *
 * @throws {EvalError} `config`, or `usage` for invalid rules of a gate
 */
export async function settleRun(request: RunRequest, dependencies: RunDependencies): Promise<SettledRun> {
  const { cwd } = request
  const loaded = await loadConfig({
    named: isCriteriaFile(request.config) ? undefined : request.config,
    cwd,
  })
  const { config, folder } = loaded
  const warnings = collectWarnings()
  const settings = withoutBaseline(
    settle(runSettings, { values: request, folder: cwd }, { values: config, folder }),
    request,
    warnings,
  )
  if (settings.failOn !== undefined) {
    parseGateRules(settings.failOn, gateMeasuresOf(dependencies.packs))
    refuseIdleNone(settings.failOn)
  }
  if (!settings.adkCompat) await refuseDeadKeys(loaded, settings)
  const environment = readEnvironment(dependencies.environment, folder)
  const asked: AskedRun = {
    request,
    place: dependencies.place ?? 'library',
    datasetFile: dependencies.datasetFile ?? resolve(cwd, request.dataset),
    loaded,
    settings,
    review: settle(reviewSettings, { values: request.review ?? {}, folder: cwd }),
  }
  warnOfForeignConfig(asked, warnings)
  const secrets = runSecrets({ environment, public: config.public, also: dependencies.secrets })
  return { asked, world: { dependencies, environment, secrets, warnings } }
}

export function languageToModels({ judgeLanguage }: RunValues): InstructionLanguage {
  return judgeLanguage ?? 'en'
}

/** Cases chosen because they failed would always look worse than the baseline, so it is ignored for them. */
function withoutBaseline(settings: RunValues, { chosenByOutcome }: RunRequest, warnings: Warnings): RunValues {
  const { baseline, failOn } = settings
  if (chosenByOutcome !== true || baseline === undefined) return settings
  const rules = failOn?.filter((rule) => !rule.endsWith('-baseline'))
  const values = { baseline: basename(baseline) }
  warnings.add(
    message('nothing is held against {baseline}: these cases were chosen for how they came out', values),
    message('A run of all cases is compared with it.'),
  )
  return { ...settings, baseline: undefined, whenUnsure: undefined, failOn: rules?.length === 0 ? undefined : rules }
}

function warnOfForeignConfig({ request, loaded, datasetFile }: AskedRun, warnings: Warnings): void {
  const passedOver = loaded.isNamed ? undefined : foreignConfig(dirname(datasetFile), loaded)
  if (passedOver === undefined) return
  const { sentence, hint } = foreignConfigWarning(relative(request.cwd, passedOver))
  warnings.add(sentence, hint)
}
