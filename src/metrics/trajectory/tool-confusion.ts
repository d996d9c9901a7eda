import { z } from 'zod'
import type { Evidence, Score, SetMetric } from '../../core/index.ts'
import { toolChoiceName } from './tool-choice.ts'

/** Counts of called tools for each expected tool; an empty name means no call. */
export const ToolConfusion = z.object({
  cells: z.array(z.object({ expected: z.string(), called: z.string(), count: z.number() })),
  /** The expected calls, those that went to the right tool, and of these the ones with the right arguments. */
  expected: z.number(),
  rightTool: z.number(),
  rightArguments: z.number(),
})
export type ToolConfusion = z.infer<typeof ToolConfusion>

/** Counts over a run which tool was called in place of which, from the evidence of `tool_choice`. */
export function toolConfusion(): SetMetric<ToolConfusion> {
  return {
    name: 'tool_confusion',
    schema: ToolConfusion,
    start() {
      const cells = new Map<string, ToolConfusion['cells'][number]>()
      const sums = { expected: 0, rightTool: 0, rightArguments: 0 }
      return {
        add({ scores }) {
          const score = scores.find(({ metric }) => metric === toolChoiceName)
          for (const { expected, actual: called, details } of choicesIn(score)) {
            const key = JSON.stringify([expected, called])
            cells.set(key, { expected, called, count: (cells.get(key)?.count ?? 0) + 1 })
            if (expected === '') continue
            sums.expected += 1
            sums.rightTool += expected === called ? 1 : 0
            sums.rightArguments += details?.['right'] === true ? 1 : 0
          }
        },
        summary: () => (cells.size === 0 ? undefined : { cells: [...cells.values()], ...sums }),
      }
    },
  }
}

function choicesIn(score: Score | undefined): readonly Extract<Evidence, { kind: 'classification' }>[] {
  const turns = score !== undefined && 'invocations' in score ? (score.invocations ?? []) : []
  const seen = turns.flatMap((turn) => (turn.status === 'scored' ? (turn.evidence ?? []) : []))
  return seen.flatMap((evidence) => (evidence.kind === 'classification' ? [evidence] : []))
}
