import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Reporter, EvalError, message } from '../../core/index.ts'
import type { ReportScreen } from '../runs/reports.ts'
import { shippedFile } from '../../compose/shipped-file.ts'

export { citedIn } from '../../packs/review/result-content.ts'
export { reviewResultFile, reviewResultPath } from '../../packs/review/result-file.ts'

/**
 * Returns the path of a suite in the working directory, else among the shipped examples.
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

/** Prints one line per case to standard output. */
export async function loadReviewProgress(
  screen: Pick<ReportScreen, 'stdout' | 'columns' | 'language'>,
  { verbose }: { readonly verbose: boolean },
): Promise<Reporter> {
  const progress = await import('../../packs/review/report/review-progress.ts')
  return progress.reviewProgress({ ...screen, write: screen.stdout, verbose })
}
