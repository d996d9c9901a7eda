import { join } from 'node:path'
import type { Pack } from '../../core/index.ts'
import { reviewShape } from './agent/review-config.ts'
import { documentReviewerAgent, reviewCriteria, reviewIdleSettings } from './defaults.ts'
import { reviewFormats } from './formats.ts'
import { reviewMetrics } from './metrics/index.ts'
import { reviewResultFile } from './result-file.ts'
import { reviewMeasures } from './gate-measures.ts'

/** Evaluates reviews of documents: suites with ground truth, the built-in reviewer, and measures of its verdicts. */
export const reviewPack: Pack = {
  name: 'review',
  formats: reviewFormats,
  metrics: reviewMetrics,
  offlineTasks: {
    'explanation-quality': async (subject, language) =>
      (await import('./offline/explanation-marks.ts')).explanationTask(subject, language),
  },
  config: { key: 'review', beside: reviewShape },
  async setMetrics(plan, request) {
    if (!reviewMeasures.areMeasuredBy(plan.metrics)) return []
    const { reviewSetOf } = await import('./metrics/review-set.ts')
    return [reviewSetOf(plan, request['review'])]
  },
  gateMeasures: [reviewMeasures],
  reports: {
    async review(run) {
      const { reviewSections } = await import('./report/review-sections.ts')
      return reviewSections(run)
    },
  },
  agent: documentReviewerAgent,
  criteria: reviewCriteria,
  resultFile: reviewResultFile,
  idleSettings: reviewIdleSettings,
  documents: ({ review: task }) => (task === undefined ? [] : task.documents.map((name) => join(task.folder, name))),
  async check(cases) {
    const { checkDocuments } = await import('./check-documents.ts')
    await checkDocuments(cases)
  },
}
