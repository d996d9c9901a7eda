import { defineConfig } from 'shinsa'

export default defineConfig({
  datasets: ['cases.jsonl'],
  target: { recorded: 'transcripts.jsonl' },
  criteria: { tool_call_f1: 0.9, response_match_score: 0.8 },
})
