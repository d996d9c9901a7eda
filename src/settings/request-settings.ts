import { path, text, texts, toggle, variantKind } from './kind.ts'
import { setting } from './setting.ts'

/** The settings of a request that concern the dataset and the project instead of the run. */
export const requestSettings = {
  /** The folder that relative paths start from (the working directory). */
  cwd: setting(path(), ['library']),
  dataset: setting(text(), ['library', 'page']),
  /** The name of an evaluation in a `*.eval.ts` file; may be left out where the file has only one. */
  evaluation: setting(text(), ['library']),
  /** The arm of such an evaluation (the first one). */
  arm: setting(text(), ['library']),
  /** The run of the first arm, with which this one is compared while it is in progress. */
  comparedWith: setting(text(), []),
  /** The ids of the only cases to evaluate. */
  selected: setting(texts('case-1'), ['library']),
  /** A config that replaces the project's, or a `test_config.json` of ADK. */
  config: setting(text(), ['library', 'page']),
  /** The names of the only judging metrics to keep; metrics that only measure always stay. */
  onlyMetrics: setting(texts('rouge_l', { least: 1 }), ['library']),
  /** The folder of the runbook assistant's documents, which replaces the default folders. */
  runbooks: setting(path(), ['library']),
  /** True when the cases were chosen by their outcome; they are not compared with the baseline, which would be biased. */
  chosenByOutcome: setting(toggle(), []),
  /** True when workers execute the run; `labels` limits it to workers that have all of them. */
  queue: setting(toggle(), []),
  labels: setting(texts('gpu'), []),
  /** The values of the agent's varied settings. */
  variant: setting(variantKind(), []),
  /** The dataset and agent of a trial on chosen cases, whose pass rate does not measure the agent. */
  trial: setting(text(), []),
  /** The run whose cases are evaluated again. */
  rerunOf: setting(text(), []),
} as const

/** Tells whether a config holds only criteria, as ADK and agents-cli write them; other configs are code. */
export function isCriteriaFile(name: string | undefined): name is string {
  return name !== undefined && /\.(?:json|ya?ml)$/i.test(name)
}

/** Tells whether a file is run as an evaluation in code: `*.eval.ts`, `claude plugin eval` cases or Harbor tasks. */
export function isEvalFile(file: string): boolean {
  return /\.eval\.[cm]?[jt]sx?$/i.test(file) || isPluginEvals(file) || isHarborTasks(file)
}

/** Matches the `evals` folder of a Claude Code plugin, or the file of one of its cases. */
export function isPluginEvals(operand: string): boolean {
  return /(?:^|[\\/])(?:evals|case\.ya?ml|prompt\.md)$/i.test(operand)
}

/** Matches the file of a Harbor task, or all tasks of a folder: `TASKS/*\/task.toml`. */
export function isHarborTasks(operand: string): boolean {
  return /(?:^|[\\/])task\.toml$/i.test(operand)
}
