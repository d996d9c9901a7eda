import { defineConfig } from 'shinsa'

export default defineConfig({ criteria: { tool_trajectory_avg_score: 1 } })
