import { defineConfig } from 'shinsa'
import { functionTarget } from 'shinsa/targets'
import { teaShop } from './agent.ts'

export default defineConfig({
  datasets: ['tea-shop.evalset.json'],
  target: functionTarget(teaShop, { name: 'tea shop' }),
  criteria: {
    tool_trajectory_avg_score: { threshold: 1, match_type: 'IN_ORDER' },
    response_match_score: 0.8,
    final_response_match_v2: 0.8,
    tool_call_f1: { threshold: 0.8, credit: 'partial' },
    final_state_match: { threshold: 1, mode: 'subset' },
  },
})
