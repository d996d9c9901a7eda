import type { CaseResult, EvalCase, Invocation } from '../core/index.ts'
import type { MutantOutcome } from './mutate-results.ts'
import { callsMade } from './operator.ts'

/**
 * Suggests cases that would notice living mutants, for a person to review: one for each kind of fault and tool. A case
 * states what it left open, as the agent called and answered when it passed; for an ignored error it makes the tool
 * fail.
 *
 * @param resultOf returns the result from which a mutant was made
 */
export async function suggestedCases(
  outcomes: readonly MutantOutcome[],
  resultOf: (outcome: MutantOutcome) => Promise<CaseResult | undefined>,
): Promise<readonly EvalCase[]> {
  const kinds = Map.groupBy(
    outcomes.filter(({ fate }) => fate === 'alive'),
    ({ operator, tool = '' }) => [operator, tool].join(' '),
  )
  const cases: EvalCase[] = []
  for (const [first] of kinds.values()) {
    const result = first && (await resultOf(first))
    if (first !== undefined && result !== undefined) cases.push(caseOf(first, result))
  }
  return cases
}

function caseOf({ operator, tool }: MutantOutcome, { evalCase, transcript }: CaseResult): EvalCase {
  const id = [evalCase.id, operator, tool].filter((part) => part !== undefined).join('-')
  const metadata = { ...evalCase.metadata, watches: operator }
  if (operator === 'error-ignored' && tool !== undefined) return withFailingTool({ ...evalCase, id, metadata }, tool)
  const conversation = (evalCase.conversation ?? []).map((turn, index) => stated(turn, transcript.invocations[index]))
  return { ...evalCase, id, metadata, conversation }
}

function stated(turn: Invocation, made: Invocation | undefined): Invocation {
  if (made === undefined) return turn
  const toolCalls = callsMade(made).map(({ name, args }) => ({ name, ...(args !== undefined && { args }) }))
  return {
    ...turn,
    ...(turn.finalResponse === undefined && made.finalResponse !== undefined && { finalResponse: made.finalResponse }),
    ...(turn.steps === undefined && { steps: { form: 'lists' as const, toolCalls, toolResponses: [], responses: [] } }),
  }
}

/** When the tool fails, no expectation of the case holds any more; the agent has to say that it failed. */
function withFailingTool(evalCase: EvalCase, tool: string): EvalCase {
  const failure = { injected_error: { injected_http_error_code: 503, error_message: 'The service is not available' } }
  const property = `Says that ${tool} failed, and claims nothing that only its result could have told.`
  const { finalSessionState: _, ...asked } = evalCase
  return {
    ...asked,
    conversation: (evalCase.conversation ?? []).map(({ userContent }) => ({ userContent })),
    rubrics: [{ id: 'says-that-it-failed', type: 'FINAL_RESPONSE_QUALITY', property }],
    metadata: { ...evalCase.metadata, tool_mocks: { [tool]: [failure] } },
  }
}
