import { defineConfig } from 'shinsa'

export default defineConfig({
  datasets: ['parcels.evalset.json'],
  target: './agent.ts',
  targets: {
    program: { command: ['node', 'program.ts'] },
  },
  environment: 'environment.json',
  criteria: { tool_trajectory_avg_score: 1, exact_match: 1 },
})
