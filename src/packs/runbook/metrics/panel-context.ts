import { type Citation, type EvalCase, type Invocation, stringifyJson } from '../../../core/index.ts'
import { agentSteps, wireResponse } from '../../../metrics/shared/agent-steps.ts'
import { citedPassage } from '../../../metrics/shared/cited-passage.ts'
import { caseDocuments } from '../../../metrics/judged/groundedness/grounding-context.ts'

export type PanelEvidence = 'full' | 'compat'

/**
 * Returns the passages behind an answer, in the order of its marks: its citations, else the case's documents and the
 * outputs of its tools. Each citation begins with its origin. An empty list of citations means no passages.
 */
export function panelPassages(invocation: Invocation, evalCase: EvalCase, evidence: PanelEvidence): readonly string[] {
  if (evidence === 'compat') return compatPassages(invocation.citations)
  if (invocation.citations !== undefined) return withinReach(invocation.citations.map(citedPassage))
  const outputs = agentSteps(invocation, { adkCompat: false }).flatMap(({ responses }) => responses)
  return withinReach([...caseDocuments(evalCase), ...outputs.map((output) => stringifyJson(wireResponse(output)))])
}

/** Joins passages as `[1] …`, `[2] …` with a blank line between; returns an empty text without passages. */
export function numbered(passages: readonly string[]): string {
  return passages.map((passage, index) => `[${index + 1}] ${passage}`).join('\n\n')
}

function compatPassages(citations: readonly Citation[] = []): readonly string[] {
  return citations.slice(0, 3).map(({ text }) => Array.from(text).slice(0, 200).join(''))
}

// This is enough for eighty passages of a runbook, and all judges accept it.
const longestContext = 60_000

/** Returns the passages that fit. Those that do not fit are named, so that the judge does not take them for missing. */
function withinReach(passages: readonly string[]): readonly string[] {
  let left = longestContext
  const cut = passages.findIndex((passage) => {
    left -= passage.length
    return left < 0
  })
  if (cut < 0) return passages
  return [...passages.slice(0, cut), `(${passages.length - cut} passages are not shown)`]
}
