import { defineConfig, defineMetric } from 'shinsa'
import { responseTextOf } from 'shinsa/core'
import { functionTarget } from 'shinsa/targets'
import { guide } from './guide.ts'

const houseStyle = defineMetric('house_style', (_evalCase, { invocations }) => {
  const lengths = invocations.map((invocation) => responseTextOf(invocation)?.split(/\s+/).length ?? 0)
  return { value: Math.max(...lengths) <= 30 ? 1 : 0, reason: `the longest answer has ${Math.max(...lengths)} words` }
})

export default defineConfig({
  datasets: ['museum.evalset.json'],
  target: functionTarget(guide, { name: 'museum guide' }),
  criteria: { final_response_match_v2: 0.8, key_points: 0.8 },
  metrics: [houseStyle],
})
