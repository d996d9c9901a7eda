import { defineConfig, openJudge } from 'shinsa'
import { defineRubric } from 'shinsa/metrics'
import { functionTarget } from 'shinsa/targets'
import { guide } from './guide.ts'

const judge = await openJudge('embedded')

export default defineConfig({
  datasets: ['museum.evalset.json'],
  target: functionTarget(guide, { name: 'museum guide' }),
  criteria: { final_response_match_v2: 0.8, key_points: 0.8 },
  metrics: [
    defineRubric({
      name: 'house_style',
      judge,
      criteria: [
        { id: 'short', text: 'The answer has at most 30 words.', weight: 2 },
        { id: 'english', text: 'The answer is in English.' },
      ],
    }),
  ],
})
