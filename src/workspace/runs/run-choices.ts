import { relative } from 'node:path'
import { openDataset } from '../../compose/datasets.ts'
import { choiceId } from '../datasets/choice-id.ts'
import { defaultMetrics } from '../../compose/metrics/choose-metrics.ts'
import type { ShinsaConfig, TargetSetting } from '../../compose/config/define-config.ts'
import { kindSettings } from '../../compose/kind-settings.ts'
import { findConfig, loadConfig } from '../../compose/config/load-config.ts'
import type { ProjectDataset } from '../datasets/project-datasets.ts'
import { isCriteriaFile } from '../../settings/request-settings.ts'
import { collectWarnings } from '../../compose/warnings.ts'

/** What can be chosen by name, with the ids that requests use. */
export type RunChoices = Awaited<ReturnType<typeof runChoices>>

type RunChoicesName = { readonly id: string; readonly name: string }

/** Returns what a run over a dataset can choose from, according to the project's config or a chosen one. */
export async function runChoices(folder: string, { file, format }: ProjectDataset, chosen?: string) {
  const loaded = await loadConfig({ named: isCriteriaFile(chosen) ? undefined : chosen, cwd: folder })
  const { config } = loaded
  const { transcripts, evaluators, repeats } = await openDataset(file, { columns: config.columns })
  const metrics = await defaultMetrics({
    request: { cwd: folder, config: chosen },
    loaded,
    datasetFile: file,
    format,
    evaluators,
    warnings: collectWarnings(),
  })
  const own = findConfig({ cwd: folder })
  const target = transcripts === undefined ? kindSettings(config, format).target : 'dataset'
  return {
    targets: Object.keys(config.targets ?? {}).map(named),
    metrics: metrics.map((metric) => ({ ...metric, id: choiceId(metric.name) })),
    judges: judgesOf(config).map(named),
    /** Defaults where nothing is chosen; undefined where the config has none. */
    defaults: {
      ...(own !== undefined && { config: relative(folder, own) }),
      ...(target !== undefined && { target: nameOf(target) }),
      ...(config.judge !== undefined && { judge: typeof config.judge === 'string' ? config.judge : config.judge.id }),
      repeat: config.repeat ?? repeats ?? 1,
    },
  }
}

function named(name: string): RunChoicesName {
  return { id: choiceId(name), name }
}

function judgesOf({ judge }: ShinsaConfig): readonly string[] {
  return typeof judge === 'string' && judge !== 'embedded' ? ['embedded', judge] : ['embedded']
}

/** The displayed name of a target. Arguments and addresses may contain keys, so they are not shown. */
function nameOf(setting: TargetSetting): string {
  if (typeof setting === 'function') return setting.name || 'function'
  if (typeof setting === 'string') return /^(command|adk|a2a|acp|mcp|openai|https?):/.exec(setting)?.[1] ?? setting
  if ('open' in setting) return setting.name
  if ('command' in setting) return 'command'
  if ('adk' in setting) return 'adk'
  if ('openai' in setting) return 'openai'
  if ('a2a' in setting) return 'a2a'
  if ('acp' in setting) return 'acp'
  if ('mcp' in setting) return 'mcp'
  return 'http' in setting ? 'http' : 'recorded'
}
