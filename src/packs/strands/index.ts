import type { Pack } from '../../core/index.ts'
import { strandsExports } from './exports.ts'
import { strandsFormats } from './formats.ts'
import { strandsEvaluatorMetrics } from './metrics/index.ts'

export const strandsPack: Pack = {
  name: 'strands',
  formats: strandsFormats,
  evaluators: strandsEvaluatorMetrics,
  exports: strandsExports,
  offlineTasks: {
    strands: async (subject, language) =>
      (await import('./offline/strands-verdicts.ts')).strandsTask(subject, language),
  },
  canaries: async (language) => (await import('./metrics/strands-canaries.ts')).strandsCanaries(language),
}
