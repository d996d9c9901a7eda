import { z } from 'zod'

export const reviewExperiments = ['accuracy', 'tool', 'comprehensive'] as const

/** How reviews of documents are evaluated. */
const ReviewRequest = z.object({
  experiment: z.enum(reviewExperiments).optional(),
  /** Where the documents lie. */
  fixtures: z.string().optional(),
  /** Of the document reviewer that ships. */
  model: z.string().optional(),
  /** A file with other instructions for it. */
  prompt: z.string().optional(),
  preset: z.enum(['rapid-compat']).optional(),
  /** The shares, of violations and of what is approved, that a threshold for auto-approval is certified for, and how sure that has to be. */
  maxMissRate: z.number().optional(),
  maxApprovedErrors: z.number().optional(),
  certainty: z.number().optional(),
})

/** What somebody asked for on a command line or through `evaluate`. It is kept with the run, so that it can be resumed. */
export const RunRequest = z.object({
  cwd: z.string(),
  dataset: z.string(),
  selected: z.array(z.string()),
  config: z.string().optional(),
  target: z.string().optional(),
  name: z.string().optional(),
  repeat: z.number().optional(),
  concurrency: z.number().optional(),
  timeoutMs: z.number().optional(),
  failOn: z.array(z.string()).optional(),
  seed: z.number().optional(),
  adkCompat: z.boolean().optional(),
  judge: z.string().optional(),
  /** Of the metrics that the run would have only these, by name; what merely measures stays. */
  onlyMetrics: z.array(z.string()).min(1).optional(),
  /** Plays scenarios. */
  userModel: z.string().optional(),
  /** A file that says who answers the agent's tools. */
  environment: z.string().optional(),
  /** A file for all calls of tools and what came of them. */
  recordTools: z.string().optional(),
  /** Such a file, to answer from. */
  replayTools: z.string().optional(),
  judgeLanguage: z.enum(['en', 'ja']).optional(),
  /** False asks judges everything anew and keeps no answer. */
  cache: z.boolean().optional(),
  /** Mixes known-bad answers into what judges are asked. */
  canaries: z.boolean().optional(),
  /** US dollars for judges, simulated users and simulated tools together. */
  maxCost: z.number().optional(),
  /** The folder that the runbook assistant answers from, whatever lies in the usual places. */
  runbooks: z.string().optional(),
  /** Where the file goes that reviews and questions about runbooks leave behind. */
  resultFile: z.string().optional(),
  review: ReviewRequest.optional(),
})
export type RunRequest = z.infer<typeof RunRequest>
