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

/** What was asked for, with the config heard. Nothing of the dataset was read yet. */
export type AskedRun = {
  readonly request: RunRequest
  /** Where the request was written. */
  readonly place: SettingPlace
  readonly datasetFile: string
  readonly loaded: LoadedConfig
  readonly settings: RunValues
  readonly review: SettledValues<typeof reviewSettings>
}

export type RunWorld = {
  readonly dependencies: RunDependencies
  /** The process's, over `.env` beside the config. */
  readonly environment: Environment
  readonly secrets: RunSecrets
  readonly warnings: Warnings
}

export type SettledRun = { readonly asked: AskedRun; readonly world: RunWorld }

/**
 * The config, the settings and the environment of a run.
 *
 * @throws {EvalError} `config`, or `usage` for rules of a gate that cannot be read
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

/** The language of what is said to models where a metric does not say otherwise. */
export function languageToModels({ judgeLanguage }: RunValues): InstructionLanguage {
  return judgeLanguage ?? 'en'
}

/** A comparison on cases that did not pass would find a loss whether there is one or not. */
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

/** A config beside the dataset that is not the project's own, and so is not run. */
function warnOfForeignConfig({ request, loaded, datasetFile }: AskedRun, warnings: Warnings): void {
  const passedOver = loaded.isNamed ? undefined : foreignConfig(dirname(datasetFile), loaded)
  if (passedOver === undefined) return
  const { sentence, hint } = foreignConfigWarning(relative(request.cwd, passedOver))
  warnings.add(sentence, hint)
}
