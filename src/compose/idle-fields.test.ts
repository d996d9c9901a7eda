import { expect, it } from 'vitest'
import { looks } from './idle-fields.ts'
import { metricNames } from './metrics/metric-catalogue.ts'
import { strandsEvaluatorNames } from '../packs/strands/metrics/strands-evaluator-names.ts'

/** What a case says is put before their judge as a whole, or what that is depends on their aspects. */
const lookAtEverything = [
  'explanation_quality',
  'explanation_groundedness',
  'judge_panel',
  'preference',
  'runbook_panel',
  'review_tool_use',
]

it('is known of every metric', () => {
  const known = [...Object.keys(looks), ...lookAtEverything, ...strandsEvaluatorNames]
  expect(known.toSorted()).toEqual(metricNames().toSorted())
})
