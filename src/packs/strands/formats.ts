import { type Format, message } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'

const report: Format = {
  name: 'strands-report',
  silentOnTools: true,
  // A file holds one report for all evaluators, or a list with one report for each.
  detect: (value) => (Array.isArray(value) ? value.length > 0 && value.every(isReport) : isReport(value)),
  async load() {
    const { datasetOfStrandsReport, strandsReportFrom } = await import('./formats/strands-report.ts')
    return {
      read: (value, { origin, name }) => datasetOfStrandsReport(strandsReportFrom(value, origin), name, origin),
    }
  },
}

const experiment: Format = {
  name: 'strands-experiment',
  // The files name tools without their arguments.
  silentOnTools: true,
  ending: '.experiment.json',
  detect: (value) =>
    isObject(value) &&
    ('evaluators' in value ? !asksInputs(value['cases']) : 'cases' in value && mayBeCases(value['cases'])),
  async load() {
    const { strandsCase, strandsExperimentFrom, writeStrandsExperiment } =
      await import('./formats/strands-experiment.ts')
    const { commonLosses, hasConversation, losses, setLosses } = await import('../../formats/losses.ts')
    const sessionLoss = {
      of: ({ session }: Parameters<typeof hasConversation>[0]) =>
        session?.state !== undefined || session?.extra !== undefined,
      say: (n: number) => message('{n} {n|case|cases} with only the id of the initial session', { n }),
    }
    return {
      read(value, { origin, name }) {
        const { cases, evaluators } = strandsExperimentFrom(value, origin)
        return { dataset: { id: name, cases }, evaluators }
      },
      write: ({ name, description, createdAt }, cases, { evaluators }) => ({
        text: `${writeStrandsExperiment({ cases: cases.filter(hasConversation), evaluators })}\n`,
        losses: [
          ...setLosses({ id: '', name, description, createdAt }),
          ...losses(cases, [...commonLosses, sessionLoss]),
        ],
      }),
      keepsEvaluators: true,
      edit: { key: 'cases', write: (evalCase) => strandsCase.write(evalCase, 'full') },
    }
  },
}

/** Other formats have lists of cases too, but their inputs have other keys. */
function mayBeCases(cases: unknown): boolean {
  return !Array.isArray(cases) || cases.length === 0 || cases.some((one) => !isObject(one) || 'input' in one)
}

/** Datasets of pydantic-evals have evaluators too, but their cases have `inputs`. */
function asksInputs(cases: unknown): boolean {
  return Array.isArray(cases) && cases.some((one) => isObject(one) && 'inputs' in one && !('input' in one))
}

function isReport(value: unknown): boolean {
  return isObject(value) && 'cases' in value && ('scores' in value || 'test_passes' in value)
}

export const strandsFormats: readonly Format[] = [report, experiment]
