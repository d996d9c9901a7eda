import { type EvalCase, EvalError, message, toEnglish } from '../../core/index.ts'

/**
 * Checks that the documents of all reviews exist before any agent or judge is called.
 *
 * @throws {EvalError} `format` that names the case, the file and the folder
 */
export async function checkDocuments(cases: Iterable<EvalCase> | AsyncIterable<EvalCase>): Promise<void> {
  const { documentInFolder } = await import('../../documents/index.ts')
  for await (const { id, review } of cases) {
    if (review === undefined) continue
    for (const name of review.documents) {
      try {
        await documentInFolder(review.folder, name)
      } catch (cause) {
        if (!(cause instanceof EvalError)) throw cause
        throw new EvalError('format', message('case "{id}": {problem}', { id, problem: toEnglish(cause.sentence) }), {
          ...(cause.hint !== undefined && { hint: cause.hint }),
          cause,
        })
      }
    }
  }
}
