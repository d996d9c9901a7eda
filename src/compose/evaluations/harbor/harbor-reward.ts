import { z } from 'zod'
import { type Evidence, type Message, type Metric, message } from '../../../core/index.ts'

const name = 'reward'

const VerifiedTask = z.object({
  rewards: z.record(z.string(), z.number()).optional(),
  problem: z.enum(['late', 'missing', 'unreadable']).optional(),
  seconds: z.number(),
  output: z.string(),
})
export type VerifiedTask = z.infer<typeof VerifiedTask>

/** Scores the reward of a task of Harbor, 0–1. Tests without a reward or over time say nothing about the agent. */
export function harborReward(threshold = 1): Metric {
  return {
    name,
    score(_evalCase, { invocations }) {
      const { data } = VerifiedTask.safeParse(invocations.at(-1)?.metadata?.['harbor'])
      const value = data === undefined ? undefined : rewardOf(data)
      if (data === undefined || value === undefined || value < 0 || value > 1) {
        return { status: 'not-evaluated', metric: name, reason: whyUnknown(data, value) }
      }
      const passed = value >= threshold
      return { status: 'scored', metric: name, value, threshold, passed, evidence: evidenceOf(data) }
    },
  }
}

/** Returns the reward with the metric's name, or the only one. */
function rewardOf({ rewards = {} }: VerifiedTask): number | undefined {
  const [only, ...others] = Object.values(rewards)
  return rewards[name] ?? (others.length === 0 ? only : undefined)
}

function whyUnknown(told: VerifiedTask | undefined, value: number | undefined): Message {
  if (told === undefined) return message('The agent did not work in the container of a task')
  const { problem, rewards = {}, seconds, output } = told
  const end = output.trim().slice(-500)
  if (problem === 'late')
    return message('The tests were not done after {seconds} s: {output}', { seconds, output: end })
  if (problem === 'missing') return message('The tests wrote no reward: {output}', { output: end })
  if (problem === 'unreadable')
    return message('The reward that the tests wrote is no number: {output}', { output: end })
  if (value !== undefined) return message('The reward {value} is not from 0 to 1', { value })
  return message('Of the rewards {names} none is called reward', { names: Object.keys(rewards).join(', ') })
}

function evidenceOf({ rewards = {}, output }: VerifiedTask): Evidence[] {
  const rows = Object.entries(rewards).map(([subject, value]) => ({ subject, label: String(value), value }))
  return [...(rows.length > 1 ? [{ kind: 'verdicts' as const, rows }] : []), { kind: 'texts', actual: output }]
}
