import type { Target } from '../core/index.ts'
import { documentReviewerName } from './document-reviewer-name.ts'
import type { DocumentReader } from './review-documents.ts'

/** The document reviewer that ships, with a model or, without one, with rules. */
export async function documentReviewerTarget(
  model: string | undefined,
  { read }: { readonly read: DocumentReader },
): Promise<Target> {
  const [{ documentReviewer, embeddedReviewer }, { functionTarget }] = await Promise.all([
    import('../agents/document-reviewer/index.ts'),
    import('../targets/function-target.ts'),
  ])
  const reviewer = embeddedReviewer()
  return functionTarget(documentReviewer({ reviewer, read }), { name: `${documentReviewerName}:${reviewer.id}` })
}
