import { type Invocation, textOf } from '../../../core/index.ts'
import { type AgentStep, agentSteps } from '../../shared/agent-steps.ts'

/** A text of the agent that is checked, and what it had done before it said that. */
export type GroundedStep = { readonly text: string; readonly before: readonly AgentStep[] }

/**
 * The final response, which all steps stand before; with `intermediate` also each text on the way. Lists do not say what
 * came before what, so there all calls and results stand before each text.
 */
export function groundedSteps(
  invocation: Invocation,
  options: { intermediate: boolean; adkCompat: boolean },
): readonly GroundedStep[] {
  const steps = agentSteps(invocation, options)
  const final = textOf(invocation.finalResponse, { thoughts: options.adkCompat }) ?? ''
  const unordered = invocation.steps?.form === 'lists'
  const onTheWay = steps.flatMap(({ texts }, index) =>
    texts.map((text) => ({ text, before: unordered ? steps.filter(isToolStep) : steps.slice(0, index) })),
  )
  return [...(options.intermediate ? onTheWay : []), ...(final === '' ? [] : [{ text: final, before: steps }])]
}

function isToolStep({ calls, responses }: AgentStep): boolean {
  return calls.length > 0 || responses.length > 0
}
