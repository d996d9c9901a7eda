import { type Content, type ReviewTask, type Target, EvalError, message, responseTextOf } from '../../core/index.ts'
import { imagesIn } from '../../packs/review/metrics/reviewed-case.ts'
import { withRecordedSources } from '../../packs/review/review-sources.ts'
import type { DocumentReview } from '../../packs/review/document-review.ts'
import { toReviewInput } from '../../packs/review/formats/review-suite.ts'
import { withTargetTimeout } from '../../targets/with-timeout.ts'
import { readReview, reviewWarningsIn } from '../../text/index.ts'
import { documentReviewerName } from '../../packs/review/document-reviewer-name.ts'
import { reviewPack } from '../../packs/review/index.ts'
import { readEnvironment } from '../../compose/config/environment.ts'
import { packSettings } from '../../compose/kind-settings.ts'
import { loadConfig } from '../../compose/config/load-config.ts'
import { makeTarget } from '../../compose/targets/make-target.ts'
import { openAccount } from '../../compose/cost/open-account.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import type { DocumentReader } from '../../compose/review-documents.ts'
import { runSecrets } from '../../compose/secrets/secrets.ts'
import { agentContext } from '../../compose/targets/agent-context.ts'
import { runSettings } from '../../settings/index.ts'
import { collectWarnings } from '../../compose/warnings.ts'

/**
 * Opens the reviewer for uploaded documents: the requested one, else the one that the config names for reviews, else the
 * shipped document reviewer without a model.
 */
export async function openPageReviewer(
  dependencies: RunDependencies & { readonly cwd: string; readonly read: DocumentReader },
  { target: named, model }: { readonly target?: string | undefined; readonly model?: string | undefined } = {},
): Promise<Target> {
  const loaded = await loadConfig({ cwd: dependencies.cwd })
  const { config, folder } = loaded
  const environment = readEnvironment(dependencies.environment, folder)
  const own = model === undefined ? undefined : `${documentReviewerName}:${model}`
  const target = named ?? own ?? packSettings(config, reviewPack).target ?? documentReviewerName
  const made = await makeTarget(target, {
    folder,
    named: config.targets ?? {},
    secrets: runSecrets({ environment, public: config.public, also: dependencies.secrets }),
    repeat: 1,
    openStore: dependencies.openStore,
    agent: agentContext(loaded, dependencies, {
      environment,
      folders: [folder, dependencies.cwd],
      cwd: dependencies.cwd,
      read: dependencies.read,
      account: openAccount(undefined),
      pace: config.concurrency,
      warnings: collectWarnings(),
    }),
  })
  return withTargetTimeout(made, config.timeoutMs ?? runSettings.timeoutMs.default)
}

/**
 * A review without a verdict is valid: it needs a person's decision. Remarks say how documents were read.
 *
 * @throws {EvalError} `agent` when the reviewer fails, or its answer is no review
 */
export async function askReviewer(
  target: Target,
  task: ReviewTask,
  signal: AbortSignal,
): Promise<Pick<DocumentReview, 'review' | 'dollars'> & { readonly remarks: readonly string[] }> {
  const userContent: Content = { role: 'user', parts: [{ text: toReviewInput(task) }] }
  // Reviewers never receive the expected verdict, which is unknown here in any case.
  const asked = { id: task.checkName, review: { ...task, expected: 'pass' as const }, conversation: [{ userContent }] }
  const conversation = await target.open(asked, { signal })
  try {
    const invocation = await conversation.say(userContent, signal)
    if (invocation === undefined) throw new EvalError('agent', message('the reviewer answered nothing'))
    const response = responseTextOf(invocation) ?? ''
    const read = readReview(response, { images: imagesIn(task) })
    if (read.status === 'invalid-output') throw new EvalError('agent', read.reason)
    const { dollars } = invocation
    return {
      review: withRecordedSources(read.review, invocation),
      remarks: reviewWarningsIn(response),
      ...(dollars !== undefined && { dollars }),
    }
  } finally {
    await conversation.close()
  }
}
