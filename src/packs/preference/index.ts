import { z } from 'zod'
import { type GateMeasures, type Pack, Measurement, message } from '../../core/index.ts'

const GatedSummary = z.object({ overall: z.object({ rate: Measurement, notEvaluated: z.number() }) })

/** Limits that a gate may put on the preference for the first run: `win-rate<0.5`, `win-rate-low<0.5`. */
const preferenceMeasures: GateMeasures = {
  set: 'preference',
  names: ['win-rate', 'win-rate-low'],
  rules: {},
  examples: ['win-rate-low<0.5'],
  areMeasuredBy: (metrics) => metrics.some(({ name }) => name === 'preference'),
  valueAtWorst(summary, { name, side }) {
    const { rate, notEvaluated: missing } = GatedSummary.safeParse(summary).data?.overall ?? {}
    if (rate?.status !== 'measured' || missing === undefined) return undefined
    const value = name === 'win-rate' ? rate.value : rate.low
    const worst = side === 'below' ? 0 : 1
    return { value: (value * rate.n + worst * missing) / (rate.n + missing), missing }
  },
}

/** Compares two runs in pairs: a judge or a person decides which of two answers is better. */
export const preferencePack: Pack = {
  name: 'preference',
  formats: [],
  metrics: {
    preference: {
      options: ['runs', 'criteria'],
      judged: {
        samples: 1,
        // Each pair is judged in both orders.
        questions: { typical: 2, most: 2 },
        async make({ criteria }, { judge, samples, language }) {
          const { preference: make } = await import('./metrics/preference.ts')
          return make({ judge, samples, language, ...(typeof criteria === 'string' && { criteria }) })
        },
      },
    },
  },
  offlineTasks: {
    preference: async () => ({
      abstained: message('the embedded judge cannot compare two answers: that takes a language model (--judge MODEL)'),
    }),
  },
  gateMeasures: [preferenceMeasures],
  async setMetrics(plan) {
    if (!preferenceMeasures.areMeasuredBy(plan.metrics)) return []
    const { preferenceSetOf } = await import('./metrics/preference-set.ts')
    const set = preferenceSetOf(plan)
    return set === undefined ? [] : [set]
  },
  reports: {
    async preference(run) {
      const { preferenceSections } = await import('./report/preference-sections.ts')
      return preferenceSections(run)
    },
  },
  async caseReport(result) {
    const { preferenceCaseSections } = await import('./report/preference-case-sections.ts')
    return preferenceCaseSections(result)
  },
}
