import { defineConfig } from 'shinsa'

export default defineConfig({
  datasets: ['library.evalset.json'],
  target: 'js',
  targets: {
    js: { command: ['node', 'agent.js'] },
    python: { command: ['python3', 'agent.py'] },
  },
  criteria: { tool_trajectory_avg_score: 1, response_match_score: 0.9, final_state_match: 1 },
})
