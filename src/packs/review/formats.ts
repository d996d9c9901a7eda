import { type EvalCase, type Format, EvalError, message } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'

const result: Format = {
  name: 'review-result',
  convertsTo: 'review-suite',
  // Files of this program or of an older evaluation of reviews.
  detect: (value) => isObject(value) && 'case_results' in value && 'aggregated_metrics' in value,
  async load() {
    const { reviewResultFrom } = await import('./formats/review-result-reader.ts')
    return { read: (value, { origin, name }) => reviewResultFrom(value, { origin, id: name }) }
  },
}

const suite: Format = {
  name: 'review-suite',
  ending: '_suite.json',
  convertsTo: 'review-suite',
  keepsReviews: true,
  detect: (value) => (Array.isArray(value) ? value : [value]).some(isMeantAsReviewCase),
  async load() {
    const { reviewCase, reviewSuiteFrom, writeReviewSuite } = await import('./formats/review-suite.ts')
    const { losses } = await import('../../formats/losses.ts')
    return {
      read: (value, { origin, name, fixtures }) => ({
        dataset: reviewSuiteFrom(value, { origin, id: name, fixtures }),
      }),
      write: (_dataset, cases) => ({ text: writeReviewSuite(cases), losses: losses(cases, [notAReview]) }),
      edit: {
        write(evalCase, file, before) {
          if (evalCase.review === undefined) throw noReview(file)
          return withComments(reviewCase('').write(evalCase, 'brief'), before)
        },
      },
    }
  },
}

function isMeantAsReviewCase(value: unknown): boolean {
  if (!isObject(value) || !isObject(value['input'])) return false
  return Object.keys(value['input']).some((key) => /^(?:document_?paths|check_?(?:name|description))$/i.test(key))
}

const notAReview = {
  of: ({ review }: EvalCase) => review === undefined,
  say: (n: number) => message('{n} {n|case|cases} left out: no review', { n }),
}

function noReview(file: string): EvalError {
  return new EvalError('format', message('{file}: a case of a review suite has a review', { file }), {
    hint: message('Its document, its check and the right verdict make it one.'),
  })
}

/** `_comments` are for people: cases do not contain them, so they are copied from the old text. */
function withComments(written: unknown, before: unknown): unknown {
  if (!isObject(written) || !isObject(before)) return written
  const merged = Object.entries(written).map(([key, value]) => [key, withComments(value, before[key])] as const)
  return { ...Object.fromEntries(merged), ...('_comments' in before && { _comments: before['_comments'] }) }
}

export const reviewFormats: readonly Format[] = [result, suite]
