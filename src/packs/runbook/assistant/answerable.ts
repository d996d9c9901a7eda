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

/** Required precision and recall of refusals, and the required share of covered questions that are answered. */
const WORTH = 0.7
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

/**
 * Chooses the threshold with the best F0.5 on two thirds of the questions, because a wrong refusal costs more than a missing one, and
 * measures it on the other third, drawn at random.
 */
export function leastRelevanceOf(asked: readonly RatedQuestion[]): LeastRelevance {
  const shuffled = [...randomOrder(asked.length, createRandom(SEED))].flatMap((at) => asked[at] ?? [])
  const third = Math.floor(asked.length / 3)
  const [aside, rest] = [shuffled.slice(0, third), shuffled.slice(third)]
  const worthOf = (least: number) => {
    const { right, refused, uncovered } = counts(rest, least)
    return right / (refused + 0.25 * uncovered)
  }
  const uncovered = rest.filter(({ covered }) => !covered).map(({ relevance }) => relevance + Number.EPSILON)
  const [least = 0] = uncovered.toSorted((one, other) => worthOf(other) - worthOf(one))
  const found = counts(aside, least)
  const [precision, recall] = [found.refused, found.uncovered].map((of) =>
    of === 0 ? undefined : wilsonInterval(found.right, of),
  )
  // Where most questions are uncovered, refusing all would have a high precision.
  const spared = 1 - (found.refused - found.right) / (aside.length - found.uncovered)
  const isWorth = [precision?.value ?? 0, recall?.value ?? 0, spared].every((share) => share >= WORTH)
  const isShown = precision !== undefined && precision.low > MORE_OFTEN_THAN_NOT
  return { least: isWorth && isShown ? least : undefined, precision, recall }
}

function counts(asked: readonly RatedQuestion[], least: number) {
  const refused = asked.filter(({ relevance }) => relevance < least)
  return {
    right: refused.filter(({ covered }) => !covered).length,
    refused: refused.length,
    uncovered: asked.filter(({ covered }) => !covered).length,
  }
}
