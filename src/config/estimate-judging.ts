import type { EvalCase, Judge } from '../core/index.ts'
import { textOf } from '../core/index.ts'
import { canaryRate } from './canary-tally.ts'
import type { PreparedRun } from './prepare-run.ts'

/** What judges will be asked at most, and what that may cost. */
export type JudgingEstimate = {
  readonly judges: readonly string[]
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** US dollars; undefined when the price of one of them is not known. */
  readonly dollars: number | undefined
}

// Measured on our own instructions; the estimate is for an order of magnitude, and the real usage stands in the report.
const instructionTokens = 600
const replyTokens = 150
const charactersPerToken = 4

/**
 * The most that judging a run can take: every sample of every turn, nothing from the cache, nothing settled early.
 * Undefined when nobody who could cost anything is asked.
 */
export async function estimateJudging({
  judgeUses,
  cases,
  plan,
  canaries,
  userMessages,
}: PreparedRun): Promise<JudgingEstimate | undefined> {
  const models = judgeUses.filter(({ judge }) => !isFree(judge))
  if (models.length === 0) return undefined
  const { costOf } = await import('../models/index.ts')
  let turns = 0
  let characters = 0
  for await (const evalCase of cases()) {
    turns += Math.max(1, evalCase.conversation?.length ?? userMessages)
    characters += lengthOf(evalCase)
  }
  const parts = models.map(({ judge, samples }) => {
    const asked = turns * samples * plan.repeat
    const calls = canaries === undefined ? asked : asked + 1 + Math.ceil(asked * canaryRate)
    const usage = {
      inputTokens: calls * instructionTokens + (characters / charactersPerToken) * samples * plan.repeat,
      outputTokens: calls * replyTokens,
    }
    return { judge: judge.id, calls, ...usage, dollars: costOf(judge.id, usage) }
  })
  const prices = parts.flatMap(({ dollars }) => dollars ?? [])
  return {
    judges: [...new Set(parts.map(({ judge }) => judge))],
    calls: sum(parts.map(({ calls }) => calls)),
    inputTokens: Math.round(sum(parts.map(({ inputTokens }) => inputTokens))),
    outputTokens: sum(parts.map(({ outputTokens }) => outputTokens)),
    dollars: prices.length < parts.length ? undefined : sum(prices),
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function isFree(judge: Judge): boolean {
  return judge.id === 'embedded'
}

// The answer is not there yet; it is about as long as the reference.
function lengthOf({ conversation = [] }: EvalCase): number {
  return conversation.reduce(
    (length, turn) =>
      length + (textOf(turn.userContent)?.length ?? 0) + 2 * (textOf(turn.finalResponse)?.length ?? 200),
    0,
  )
}
