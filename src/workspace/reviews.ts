import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CaseResult, Reporter, Review } from '../core/index.ts'
import { EvalError, message, responseTextOf, withRecordedSources } from '../core/index.ts'
import type { ReviewResultInput } from '../packs/review/formats/review-result.ts'
import { toReviewResult } from '../packs/review/formats/review-result.ts'
import { readReview, reviewWarningsIn } from '../text/index.ts'
import type { ReportScreen } from './reports.ts'
import { shippedFile } from '../compose/shipped-file.ts'

export { reviewResultName } from '../packs/review/formats/review-result.ts'

/**
 * A suite in the working directory, else among the examples that ship.
 *
 * @throws {EvalError} `usage` when it is in neither
 */
export function findSuite(file: string, cwd: string): string {
  const here = resolve(cwd, file)
  if (existsSync(here)) return here
  const shipped = shippedFile(file, cwd)
  if (shipped !== undefined) return shipped
  throw new EvalError('usage', message('{file}: there is no such file', { file: here }), {
    hint: message(
      'A first suite: examples/document-review/en/quick_start_suite.json; a template: …/my_tests/template.json.',
    ),
  })
}

/** A line per case on standard output. */
export async function reviewProgress(
  screen: Pick<ReportScreen, 'stdout' | 'columns' | 'language'>,
  { verbose }: { readonly verbose: boolean },
): Promise<Reporter> {
  const progress = await import('../packs/review/report/review-progress.ts')
  return progress.reviewProgress({
    ...screen,
    write: screen.stdout,
    verbose,
    readReview: reviewIn,
    readReasonToDecline: (answer) => declinedIn(answer)?.reason,
    readWarnings: reviewWarningsIn,
  })
}

/** The content of the result file of a run over reviews. */
export function reviewResult(about: Omit<ReviewResultInput, 'results'>, results: readonly CaseResult[]): object {
  return toReviewResult({
    ...about,
    results: results.map((result) => ({
      result,
      review: reviewOf(result),
      declined: declinedIn(answerOf(result)),
      warnings: reviewWarningsIn(answerOf(result)),
    })),
  })
}

function answerOf({ transcript }: CaseResult): string {
  const last = transcript.invocations.at(-1)
  return (last && responseTextOf(last)) ?? ''
}

function declinedIn(answer: string) {
  const read = readReview(answer)
  return read.status === 'declined' ? read : undefined
}

function reviewOf({ transcript }: CaseResult): Review | undefined {
  const last = transcript.invocations.at(-1)
  const review = last === undefined ? undefined : reviewIn(responseTextOf(last) ?? '')
  return review === undefined || last === undefined ? undefined : withRecordedSources(review, last)
}

/** The review in an agent's answer, if there is one. */
export function reviewIn(answer: string): Review | undefined {
  const read = readReview(answer)
  return read.status === 'read' ? read.review : undefined
}
