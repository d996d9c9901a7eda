import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Metric, EvalError, message, nearest } from '../../core/index.ts'
import { refuseOtherThanFile } from '../../files/index.ts'
import { decodeText } from '../../formats/kit/decode-text.ts'
import { EVAL_CONFIG_KEYS, readAdkEvalConfig, type AdkEvalConfig, type Criterion } from './eval-config.ts'
import { USER_SIMULATOR_KEYS, type UserSimulatorConfig } from './user-simulator-config.ts'
import type { Warnings } from '../warnings.ts'

export type FoundCriteria = {
  readonly criteria: readonly Criterion[]
  readonly folder: string
  readonly file?: string
  /** True when the file was found beside the dataset and not named by the user. */
  readonly isFound?: boolean
  readonly userSimulatorConfig?: UserSimulatorConfig
  /** Metrics of the config that cannot run here. */
  readonly unavailable?: readonly Metric[]
}

/** @throws {EvalError} `config` for a missing file or one without criteria, `format` for an unreadable one */
export async function readCriteriaFile(file: string, warnings: Warnings): Promise<FoundCriteria> {
  if (!existsSync(file)) {
    throw new EvalError('config', message('{file}: there is no such config file', { file }), {
      hint: message('ADK calls it {name}; without it the defaults apply.', { name: 'test_config.json' }),
    })
  }
  refuseOtherThanFile(file)
  const text = decodeText(readFileSync(file), file)
  if (/\.ya?ml$/i.test(file) || /"(?:metrics_to_run|metricsToRun)"/.test(text)) {
    const { readCriteriaDocument } = await import('./criteria-document.ts')
    return { ...(await readCriteriaDocument(text, file, warnings)), folder: dirname(file), file }
  }
  const config = readAdkEvalConfig(text, file)
  const { criteria, ignored, userSimulatorConfig } = config
  // ADK ignores unknown keys, so a mistyped "criteria" would silently score nothing.
  if (criteria.length === 0 && ignored.length > 0) throw noCriteria(file, ignored)
  warnOfIdleKeys(config, file, warnings)
  return { criteria, folder: dirname(file), file, userSimulatorConfig }
}

function warnOfIdleKeys(config: AdkEvalConfig, file: string, warnings: Warnings): void {
  const { ignored, liveModelConfig, userSimulatorConfig = {}, unusedMetrics, falseThresholds, textThresholds } = config
  const idle = [...ignored, ...(liveModelConfig === undefined ? [] : ['live_model_config'])]
  for (const key of idle) warnOfIdleKey({ place: file, key, known: EVAL_CONFIG_KEYS }, warnings)
  for (const key of Object.keys(userSimulatorConfig)) {
    if (USER_SIMULATOR_KEYS.includes(key)) continue
    warnOfIdleKey({ place: `${file}: user_simulator_config`, key, known: USER_SIMULATOR_KEYS }, warnings)
  }
  for (const metric of unusedMetrics) {
    const hint = message('Name it under "criteria", with its threshold.')
    warnings.add(message('{file}: custom_metrics: nothing asks for {metric}', { file, metric }), hint)
  }
  for (const metric of textThresholds) {
    warnings.add(message('{file}: {metric}: the threshold is text; it is read as a number', { file, metric }))
  }
  for (const metric of falseThresholds) {
    warnings.add(message('{file}: {metric}: false is the threshold 0, which every score reaches', { file, metric }))
  }
}

function warnOfIdleKey(
  { place, key, known }: { readonly place: string; readonly key: string; readonly known: readonly string[] },
  warnings: Warnings,
): void {
  const name = nearest(key, known)
  const hint = name === undefined || name === key ? undefined : message('Did you mean "{name}"?', { name })
  warnings.add(message('{place}: {key} has no effect', { place, key }), hint)
}

function noCriteria(file: string, ignored: readonly string[]): EvalError {
  return new EvalError('config', message('{file}: there are no criteria in it', { file }), {
    hint: message('They stand under "criteria"; {names} {count|is no key|are no keys} of such a file.', {
      names: ignored.map((name) => JSON.stringify(name)).join(', '),
      count: ignored.length,
    }),
  })
}
