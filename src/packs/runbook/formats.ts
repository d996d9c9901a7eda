import { type EvalCase, type Format, EvalError, message } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'

const result: Format = {
  name: 'runbook-result',
  convertsTo: 'runbook-dataset',
  keepsLabels: true,
  // Result files of other programs that follow the same requirement are recognized too.
  detect(value) {
    if (!isObject(value) || !Array.isArray(value['results'])) return false
    const { summary } = value
    return (
      (isObject(summary) && 'mvp_passed' in summary) ||
      value['results'].some((one) => isObject(one) && 'question_id' in one)
    )
  },
  async load() {
    const { runbookResultFrom } = await import('./formats/runbook-result-reader.ts')
    const { readLabelledRunbookResult } = await import('./formats/labelled-runbook-result.ts')
    return {
      read: (value, { origin, name }) => runbookResultFrom(value, { origin, id: name }),
      labels: readLabelledRunbookResult,
    }
  },
}

/** A dataset of questions about runbooks, without answers. */
export const runbookQuestions: Format = {
  name: 'runbook-dataset',
  ending: '.questions.json',
  convertsTo: 'runbook-dataset',
  detect: (value) => Array.isArray(value) && value.some(isMeantAsQuestion),
  async load() {
    const { isRunbookQuestion, runbookCase, runbookDatasetFrom, writeRunbookDataset } =
      await import('./formats/runbook-dataset.ts')
    const { losses } = await import('../../formats/losses.ts')
    const lost = [
      {
        of: (evalCase: EvalCase) => !isRunbookQuestion(evalCase),
        say: (n: number) => message('{n} {n|case|cases} left out: no question with category and key points', { n }),
      },
      {
        of: (evalCase: EvalCase) =>
          isRunbookQuestion(evalCase) && evalCase.conversation?.[0]?.finalResponse !== undefined,
        say: (n: number) => message('{n} {n|case|cases} without the expected answer', { n }),
      },
    ]
    return {
      read: (value, { origin, name }) => ({ dataset: runbookDatasetFrom(value, { origin, id: name }) }),
      write: (_dataset, cases) => ({ text: writeRunbookDataset(cases), losses: losses(cases, lost) }),
      edit: {
        write(evalCase, file) {
          if (isRunbookQuestion(evalCase)) return runbookCase.write(evalCase, 'brief')
          throw noQuestion(file)
        },
      },
    }
  },
}

function isMeantAsQuestion(value: unknown): boolean {
  if (!isObject(value)) return false
  // The name `category` alone does not suffice, because other tables have categories too.
  const isOurs = ['正常系', '危険操作系', '根拠不足系', '曖昧質問系'].some((category) => category === value['category'])
  return 'expected_keypoints' in value || (isOurs && 'question' in value)
}

function noQuestion(file: string): EvalError {
  return new EvalError('format', message('{file}: this is no question about runbooks', { file }), {
    hint: message(
      'Its id is a whole number, it has one question, and its metadata have a "category" of 正常系, 危険操作系, 根拠不足系 or 曖昧質問系 and a list of "key_points".',
    ),
  })
}

export const runbookFormats: readonly Format[] = [result, runbookQuestions]
