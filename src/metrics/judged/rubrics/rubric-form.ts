import { z } from 'zod'
import type { Rubric } from '../../../core/index.ts'
import { type RubricVerdict, matchRubrics, parseRubricReply } from './rubric-reply.ts'
import { fractionOf } from '../scale-judgement.ts'
import { type Votes, countAgreeing, fewestToSettle, majority } from '../votes.ts'

/** The form in which rubrics are answered, and the way in which several answers are combined. Scores are 0–1. */
export type RubricForm<Value> = {
  readonly task: string
  readonly schema: (ids: readonly string[]) => z.ZodType<Value>
  readonly verdictsOf: (value: Value) => readonly RubricVerdict[]
  readonly labelOf: (score: number | null) => string
  readonly combine: (votes: Votes) => number | null
  readonly fewest: (votes: Votes, remaining: number) => number
  /** Replaces the ids of an answer, and drops items whose id has no replacement. */
  readonly renamed: (value: Value, idOf: (id: string) => string | undefined) => Value
  readonly countAgreeing: (votes: Votes, outcome: number | null) => { agreeing: number; voted: number }
  readonly details?: (id: string) => object
  readonly readReply?: (raw: string, rubrics: readonly Rubric[]) => Value | undefined
}

/** A verdict is null when a reply in ADK's form says neither yes nor no. */
type YesNoAnswer = { rubrics: { id: string; reason: string; verdict: 'yes' | 'no' | null }[] }

const YesNo = z.enum(['yes', 'no'])

/** The majority decides between yes and no; a tie is no. */
export const yesNo: RubricForm<YesNoAnswer> = {
  task: 'rubrics',
  schema: (ids) => yesNoSchema(ids, YesNo),
  verdictsOf: ({ rubrics }) => rubrics.map(({ id, reason, verdict }) => ({ id, score: scoreOf(verdict), reason })),
  labelOf: (score) => (score === null ? 'unanswered' : score === 1 ? 'yes' : 'no'),
  combine: majority,
  fewest: fewestToSettle,
  renamed: ({ rubrics }, idOf) => ({ rubrics: renamedItems(rubrics, idOf) }),
  countAgreeing,
}

/** In ADK's form of reply a rubric may be omitted, or be answered with neither yes nor no. */
export const yesNoAsInAdk: RubricForm<YesNoAnswer> = {
  ...yesNo,
  schema: (ids) => yesNoSchema(ids, YesNo.nullable()),
  readReply: (raw, rubrics) => {
    const items = parseRubricReply(raw)
    if (items.length === 0) return undefined
    const answered = matchRubrics(items, rubrics)
    return { rubrics: answered.map(({ id, score, reason }) => ({ id, reason, verdict: verdictOf(score) })) }
  },
}

function yesNoSchema(ids: readonly string[], verdict: z.ZodType<'yes' | 'no' | null>): z.ZodType<YesNoAnswer> {
  return z.object({ rubrics: z.array(z.object({ id: z.enum(ids), reason: z.string(), verdict })) })
}

function scoreOf(verdict: 'yes' | 'no' | null): number | null {
  return verdict === null ? null : verdict === 'yes' ? 1 : 0
}

function verdictOf(score: number | null): 'yes' | 'no' | null {
  return score === null ? null : score === 1 ? 'yes' : 'no'
}

type MarksAnswer = { rubrics: { id: string; reason: string; score: number }[] }

/** Marks from 1 to `points`, combined by their mean. */
export function marks(
  points: number,
  anchors: ReadonlyMap<string, Readonly<Record<string, string>>>,
): RubricForm<MarksAnswer> {
  return {
    task: 'rubric-marks',
    schema: (ids) =>
      z.object({
        rubrics: z.array(z.object({ id: z.enum(ids), reason: z.string(), score: z.number().int().min(1).max(points) })),
      }),
    verdictsOf: ({ rubrics }) =>
      rubrics.map(({ id, reason, score }) => ({ id, score: fractionOf(score, points), reason })),
    labelOf: (score) => (score === null ? 'unanswered' : `${Number((1 + score * (points - 1)).toFixed(2))}/${points}`),
    combine: meanOf,
    fewest: (_votes, remaining) => remaining,
    renamed: ({ rubrics }, idOf) => ({ rubrics: renamedItems(rubrics, idOf) }),
    countAgreeing: (votes, outcome) => countNear(votes, outcome, 0.5 / (points - 1)),
    details: (id) => {
      const described = anchors.get(id)
      return described === undefined ? { points } : { points, anchors: described }
    },
  }
}

function renamedItems<Item extends { id: string }>(items: Item[], idOf: (id: string) => string | undefined): Item[] {
  return items.flatMap((item) => {
    const id = idOf(item.id)
    return id === undefined ? [] : { ...item, id }
  })
}

export function meanOf(votes: Votes): number | null {
  const given = votes.filter((vote) => vote !== null)
  return given.length === 0 ? null : given.reduce((sum, vote) => sum + vote, 0) / given.length
}

/** A mark agrees with the mean when the mean rounds to it. */
function countNear(votes: Votes, outcome: number | null, tolerance: number): { agreeing: number; voted: number } {
  const given = votes.filter((vote) => vote !== null)
  if (outcome === null) return { agreeing: 0, voted: 0 }
  return { agreeing: given.filter((vote) => Math.abs(vote - outcome) <= tolerance).length, voted: given.length }
}
