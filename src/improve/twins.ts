import { createHash } from 'node:crypto'
import type { Content, EvalCase } from '../core/index.ts'
import { mcnemarTest } from '../statistics/paired.ts'

/** How twins of some cases came out beside the cases themselves. */
export type TwinComparison = {
  readonly asked: number
  /** Ids of the cases that came out better than their twins. */
  readonly lost: readonly string[]
  /** How many twins came out better. */
  readonly won: number
  /** Of the exact McNemar test, two-sided. */
  readonly p: number
}

/** The id of a case's twin, which says nothing of the case. */
function twinIdOf(id: string): string {
  return createHash('sha256').update(`twin ${id}`).digest('hex').slice(0, 12)
}

/**
 * The same case to anybody who reads it: under another id, with white space that no answer depends on. Whoever knows a case by its
 * id or its very text does not know its twin.
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

/** At most so many cases are asked twice; the draw depends on their ids alone. */
export function casesWithTwins(ids: readonly string[], most = 30): readonly string[] {
  return ids.toSorted((one, other) => (twinIdOf(one) < twinIdOf(other) ? -1 : 1)).slice(0, most)
}

/** Both by case id, from 0 to 1; a case or twin that could not be evaluated is left out. */
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

/** A JSON text stays one: white space at the ends and between words is all that is added. */
function respacedText(text: string): string {
  const isJson = /^\s*[[{]/.test(text)
  return `${isJson ? text : text.replace(' ', '  ')}\n`
}
