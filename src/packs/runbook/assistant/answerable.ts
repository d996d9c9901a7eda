import { z } from 'zod'
import { type Estimate, EvalError, message, parseJson } from '../../../core/index.ts'
import { createRandom, wilsonInterval } from '../../../statistics/index.ts'
import { randomOrder } from '../../../statistics/random.ts'

/** A line of `questions.jsonl`: a question and whether the runbooks answer it. */
const LabelledQuestion = z.object({ question: z.string(), covered: z.boolean() })
type LabelledQuestion = z.infer<typeof LabelledQuestion>

/** The minimum relevance of an answer, with its precision and recall on questions that did not choose it. */
export type LeastRelevance = {
  /** Undefined where it does not reach `WORTH`; then no question is refused. */
  readonly least: number | undefined
  readonly precision: Estimate | undefined
  readonly recall: Estimate | undefined
}

/** Required precision and recall of refusals. */
const WORTH = 0.7
/**
 * The largest share of covered questions that may be refused. Labelled questions are often half and half, real ones are not: with this
 * share and the required recall, the precision is still 0.7 where one question in five is uncovered.
 */
const MOST_COVERED_REFUSED = 0.075
/** Lower bound that the precision's interval must exceed, since three of three prove little. */
const MORE_OFTEN_THAN_NOT = 0.5
const SEED = 38

/** @throws {EvalError} `format` naming the invalid line */
export function readLabelledQuestions(text: string, file: string): readonly LabelledQuestion[] {
  const lines = text.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }))
  return lines
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => {
      try {
        return LabelledQuestion.parse(parseJson(line))
      } catch (cause) {
        throw new EvalError('format', message('{file}:{line} is no labelled question', { file, line: number }), {
          hint: message('One JSON object a line: {"question": "…", "covered": true}.'),
          cause,
        })
      }
    })
}

type RatedQuestion = { readonly relevance: number; readonly covered: boolean }

/** Chooses the threshold that refuses most, and hardly a covered question, on two thirds of the questions, and measures it on the other third, drawn at random. */
export function leastRelevanceOf(asked: readonly RatedQuestion[]): LeastRelevance {
  const shuffled = [...randomOrder(asked.length, createRandom(SEED))].flatMap((at) => asked[at] ?? [])
  const third = Math.floor(asked.length / 3)
  const [aside, rest] = [shuffled.slice(0, third), shuffled.slice(third)]
  const thresholds = rest.filter(({ covered }) => !covered).map(({ relevance }) => relevance + Number.EPSILON)
  const least = Math.max(0, ...thresholds.filter((threshold) => sparesCovered(counts(rest, threshold))))
  const found = counts(aside, least)
  const [precision, recall] = [found.refused, found.uncovered].map((of) =>
    of === 0 ? undefined : wilsonInterval(found.right, of),
  )
  const isWorth = [precision?.value ?? 0, recall?.value ?? 0].every((share) => share >= WORTH) && sparesCovered(found)
  const isShown = precision !== undefined && precision.low > MORE_OFTEN_THAN_NOT
  return { least: isWorth && isShown ? least : undefined, precision, recall }
}

type RefusalCounts = Readonly<Record<'right' | 'refused' | 'covered' | 'uncovered', number>>

function sparesCovered({ right, refused, covered }: RefusalCounts): boolean {
  return refused - right <= MOST_COVERED_REFUSED * covered
}

function counts(asked: readonly RatedQuestion[], least: number): RefusalCounts {
  const refused = asked.filter(({ relevance }) => relevance < least)
  const uncovered = asked.filter(({ covered }) => !covered).length
  return {
    right: refused.filter(({ covered }) => !covered).length,
    refused: refused.length,
    uncovered,
    covered: asked.length - uncovered,
  }
}
