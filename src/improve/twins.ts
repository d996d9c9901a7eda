import { createHash } from 'node:crypto'
import type { Content, EvalCase } from '../core/index.ts'
import { mcnemarTest } from '../statistics/paired.ts'

export type TwinComparison = {
  readonly asked: number
  /** The ids of cases that did better than their twins. */
  readonly lost: readonly string[]
  readonly won: number
  /** The p-value of the two-sided exact McNemar test. */
  readonly p: number
}

/** The id of a twin does not reveal the case. */
function twinIdOf(id: string): string {
  return createHash('sha256').update(`twin ${id}`).digest('hex').slice(0, 12)
}

/**
 * Copies a case with another id and with white space that no answer depends on. An agent that memorised the case by id
 * or text does not recognise the twin.
 */
export function twinOf(evalCase: EvalCase): EvalCase {
  const { conversation, scenario } = evalCase
  return {
    ...evalCase,
    id: twinIdOf(evalCase.id),
    ...(conversation !== undefined && {
      conversation: conversation.map((turn) => ({ ...turn, userContent: respaced(turn.userContent) })),
    }),
    ...(scenario !== undefined && { scenario: { ...scenario, startingPrompt: respacedText(scenario.startingPrompt) } }),
  }
}

/** Limits the cases that are asked twice to `most`; the draw depends only on their ids. */
export function casesWithTwins(ids: readonly string[], most = 30): readonly string[] {
  return ids.toSorted((one, other) => (twinIdOf(one) < twinIdOf(other) ? -1 : 1)).slice(0, most)
}

/** Values are by case id, from 0 to 1. A case without a value on both sides is left out. */
export function compareTwins(
  cases: Readonly<Record<string, number>>,
  twins: Readonly<Record<string, number>>,
): TwinComparison {
  const pairs = Object.entries(cases).flatMap(([id, own]) => {
    const twin = twins[twinIdOf(id)]
    return twin === undefined ? [] : [{ id, difference: twin - own }]
  })
  const lost = pairs.flatMap(({ id, difference }) => (difference < 0 ? [id] : []))
  const won = pairs.filter(({ difference }) => difference > 0).length
  return { asked: pairs.length, lost, won, p: mcnemarTest(lost.length, won).p }
}

function respaced(content: Content): Content {
  const { parts } = content
  if (parts === undefined) return content
  return {
    ...content,
    parts: parts.map((part) => (part.text === undefined ? part : { ...part, text: respacedText(part.text) })),
  }
}

/** A JSON text stays valid: white space is added only at the ends and between words. */
function respacedText(text: string): string {
  const isJson = /^\s*[[{]/.test(text)
  return `${isJson ? text : text.replace(' ', '  ')}\n`
}
