import { type Pack, message } from '../../core/index.ts'
import { strandsFormats } from './formats.ts'
import { evaluatorTypeOf, isJudgedEvaluator, strandsEvaluatorNames } from './metrics/strands-evaluator-names.ts'

/** Reads, scores and writes what strands-evals does; the code of its evaluators is imported at first use. */
export const strandsPack: Pack = {
  name: 'strands',
  formats: strandsFormats,
  evaluators: {
    names: strandsEvaluatorNames,
    typeOf: evaluatorTypeOf,
    asksJudge: isJudgedEvaluator,
    criteriaOf: async (evaluators) => (await import('./metrics/strands-criteria.ts')).strandsCriteria(evaluators),
    make: async (criterion, judges) =>
      (await import('./metrics/strands-criteria.ts')).makeStrandsMetric(criterion, judges),
  },
  // The single report that strands-evals returns since 0.3, or the list of reports from before.
  exports: ['strands', 'strands-list'].map((name) => ({
    name,
    several: {
      sentence: message('several runs are several reports of strands-evals'),
      hint: message('Export them one after the other.'),
    },
    async write(run, records) {
      const { writeStrandsReport } = await import('./formats/write-strands-report.ts')
      return writeStrandsReport(run, records, { older: name === 'strands-list' })
    },
  })),
  offlineTasks: {
    strands: async (subject, language) =>
      (await import('./offline/strands-verdicts.ts')).strandsTask(subject, language),
  },
  canaries: async (language) => (await import('./metrics/strands-canaries.ts')).strandsCanaries(language),
}
