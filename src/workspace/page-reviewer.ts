import { resolve } from 'node:path'
import type { Content, Review, ReviewTask, Target } from '../core/index.ts'
import { EvalError, message, responseTextOf, withRecordedSources } from '../core/index.ts'
import { toReviewInput } from '../packs/review/formats/review-suite.ts'
import { withTimeout } from '../targets/with-timeout.ts'
import { readReview } from '../text/index.ts'
import { documentReviewerName } from '../compose/document-reviewer-name.ts'
import { readEnvironment } from '../compose/config/environment.ts'
import { kindSettings } from '../compose/kind-settings.ts'
import { loadConfig } from '../compose/config/load-config.ts'
import { makeTarget } from '../compose/targets/make-target.ts'
import { openAccount } from '../compose/open-account.ts'
import type { RunDependencies } from '../compose/run-dependencies.ts'
import type { DocumentReader } from '../compose/review-documents.ts'
import { runSecrets } from '../compose/secrets/secrets.ts'
import { runbooksAt } from '../compose/targets/runbook-assistant-target.ts'
import { collectWarnings } from '../compose/warnings.ts'

type ReviewerSurroundings = RunDependencies & { readonly cwd: string; readonly read: DocumentReader }

/**
 * Who reviews documents that people bring: the one that the config names for reviews, else the document reviewer that ships,
 * without a model.
 */
export async function openPageReviewer(around: ReviewerSurroundings): Promise<Target> {
  const loaded = await loadConfig({ cwd: around.cwd })
  const { config, folder } = loaded
  const environment = readEnvironment(around.environment, folder)
  const made = await makeTarget(kindSettings(config, 'review-suite').target ?? documentReviewerName, {
    folder,
    named: config.targets ?? {},
    environment,
    secrets: runSecrets({ environment, public: config.public, also: around.secrets }),
    repeat: 1,
    openStore: around.openStore,
    read: around.read,
    account: openAccount(undefined),
    random: around.random,
    pace: config.concurrency ?? 8,
    mcpCommands: config.mcpCommands,
    mcpHosts: config.mcpHosts,
    version: around.version,
    knowledgeBases: Object.fromEntries(
      Object.entries(config.knowledgeBases ?? {}).map(([id, path]) => [id, resolve(folder, path)]),
    ),
    cwd: around.cwd,
    now: around.now,
    runbooks: runbooksAt(loaded, folder, around.cwd),
    warnings: collectWarnings(),
  })
  return withTimeout(made, config.timeoutMs ?? 120_000)
}

/** @throws {EvalError} `agent` when the reviewer breaks, or answers what is no review */
export async function askReviewer(
  target: Target,
  task: ReviewTask,
  signal: AbortSignal,
): Promise<{ readonly review: Review; readonly dollars: number | undefined }> {
  const userContent: Content = { role: 'user', parts: [{ text: toReviewInput(task) }] }
  const conversation = await target.open({ id: task.checkName, conversation: [{ userContent }] }, { signal })
  try {
    const invocation = await conversation.say(userContent, signal)
    if (invocation === undefined) throw new EvalError('agent', message('the reviewer answered nothing'))
    const read = readReview(responseTextOf(invocation) ?? '')
    if (read.status !== 'read') throw new EvalError('agent', read.reason)
    return { review: withRecordedSources(read.review, invocation), dollars: invocation.dollars }
  } finally {
    await conversation.close()
  }
}
