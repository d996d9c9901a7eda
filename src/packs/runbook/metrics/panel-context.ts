import { type Citation, type EvalCase, type Invocation, stringifyJson } from '../../../core/index.ts'
import { agentSteps, wireResponse } from '../../../metrics/shared/agent-steps.ts'
import { citedPassage } from '../../../metrics/shared/cited-passage.ts'
import { caseDocuments } from '../../../metrics/judged/groundedness/grounding-context.ts'

/** What a panel is shown of the evidence: all of it, or the first three passages, 200 characters of each. */
export type PanelEvidence = 'full' | 'compat'

/**
 * The passages that an answer was made from, in the order of its marks: what it cites, else the documents of the case and
 * what its tools gave back. Each begins with where it is from. An answer that says that it cites nothing has none.
 */
export function panelPassages(invocation: Invocation, evalCase: EvalCase, evidence: PanelEvidence): readonly string[] {
  if (evidence === 'compat') return compatPassages(invocation.citations)
  if (invocation.citations !== undefined) return withinReach(invocation.citations.map(citedPassage))
  const outputs = agentSteps(invocation, { adkCompat: false }).flatMap(({ responses }) => responses)
  return withinReach([...caseDocuments(evalCase), ...outputs.map((output) => stringifyJson(wireResponse(output)))])
}

/** Passages as they stand in a prompt and in files: numbered, with a blank line between; empty without any. */
export function numbered(passages: readonly string[]): string {
  return passages.map((passage, index) => `[${index + 1}] ${passage}`).join('\n\n')
}

function compatPassages(citations: readonly Citation[] = []): readonly string[] {
  return citations.slice(0, 3).map(({ text }) => Array.from(text).slice(0, 200).join(''))
}

// Enough for eighty passages of a runbook, and within what every judge reads.
const longestContext = 60_000

/** The passages as far as they fit; what does not is named, so that nobody takes it for missing. */
function withinReach(passages: readonly string[]): readonly string[] {
  let left = longestContext
  const cut = passages.findIndex((passage) => {
    left -= passage.length
    return left < 0
  })
  if (cut < 0) return passages
  return [...passages.slice(0, cut), `(${passages.length - cut} passages are not shown)`]
}
