import { documentReviewerName } from './document-reviewer-name.ts'
import type { KindConfig, ShinsaConfig, TargetSetting } from './config/define-config.ts'
import { runbookAssistantName } from './targets/runbook-assistant-name.ts'
import { isAboutRunbooks } from './runbook-evaluation.ts'

/** What a config says of one kind of dataset. */
export type KindSettings = KindConfig & {
  /** Whether the config has an agent that is for other kinds, and would have been asked where nobody told them apart. */
  readonly shippedInstead: boolean
}

/** Whether a dataset is about reviews of documents: suites of them, and their result files. */
export function isAboutReviews(format: string): boolean {
  return format === 'review-suite' || format === 'review-result'
}

/**
 * Agent and metrics for the datasets of a format. What stands at the top of a config is for ordinary datasets; reviews and
 * questions about runbooks have their own, and without these what they have by default.
 */
export function kindSettings(config: ShinsaConfig, format: string): KindSettings {
  if (isAboutReviews(format)) return ofKind(config, config.review, documentReviewerName)
  if (isAboutRunbooks(format)) return ofKind(config, config.runbooks, runbookAssistantName)
  return { target: config.target, criteria: config.criteria, metrics: config.metrics, shippedInstead: false }
}

/** Who is asked where nobody says: for reviews and runbooks the agent that ships. */
export function shippedTarget(format: string): string | undefined {
  if (isAboutRunbooks(format)) return runbookAssistantName
  return isAboutReviews(format) ? documentReviewerName : undefined
}

/** An agent that ships can only be meant for what it is made for, wherever it is named. */
function ofKind(config: ShinsaConfig, { target, criteria, metrics }: KindConfig = {}, shipped: string): KindSettings {
  const own = target ?? (isShipped(config, shipped) ? config.target : undefined)
  return { target: own, criteria, metrics, shippedInstead: own === undefined && config.target !== undefined }
}

function isShipped({ target, targets = {} }: ShinsaConfig, shipped: string): boolean {
  const setting: TargetSetting | undefined = typeof target === 'string' ? (targets[target] ?? target) : target
  return typeof setting === 'string' && (setting === shipped || setting.startsWith(`${shipped}:`))
}
