import { message, stringifyJson } from '../../core/index.ts'
import { parseYamlDocument } from '../../formats/kit/yaml-document.ts'
import { readAdkEvalConfig } from './eval-config.ts'
import { agentsCliConfigFrom, isAgentsCliConfig } from './agents-cli-config.ts'
import type { Warnings } from '../warnings.ts'
import { metricNames } from '../metrics/metric-catalogue.ts'

/** Reads criteria in YAML, or in the format of agents-cli. @throws {EvalError} `format` or `config` */
export async function readCriteriaDocument(text: string, file: string, warnings: Warnings) {
  const value = await parseYamlDocument(text, file)
  if (!isAgentsCliConfig(value)) return readAdkEvalConfig(stringifyJson(value) ?? '', file)
  const { criteria, unavailable, notes } = agentsCliConfigFrom(value, { file }, metricNames())
  for (const note of notes) warnings.add(note)
  const hint = message(
    'It is in every result as not evaluated. One in TypeScript can take its place: docs/custom-metrics.md',
  )
  for (const { reason } of unavailable) warnings.add(reason, hint)
  return { criteria, unavailable: unavailable.map(({ metric }) => metric) }
}
