import type { EvalCase, Invocation } from '../core/index.ts'

type InvocationSteps = NonNullable<Invocation['steps']>
type ListedSteps = Extract<InvocationSteps, { form: 'lists' }>

/** An exchange as it is kept: a list of its steps that is empty is left out, as most are. */
export type KeptInvocation = Omit<Invocation, 'steps'> & {
  readonly steps?:
    | Exclude<InvocationSteps, ListedSteps>
    | (Pick<ListedSteps, 'form'> & Partial<ListedSteps>)
    | undefined
}

/** A case as it is kept. */
export type KeptCase = Omit<EvalCase, 'conversation'> & {
  readonly conversation?: readonly KeptInvocation[] | undefined
}

export function keptInvocation(invocation: Invocation): KeptInvocation {
  const { steps } = invocation
  if (steps?.form !== 'lists') return invocation
  const { form, toolCalls, toolResponses, responses } = steps
  const kept = {
    form,
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(toolResponses.length > 0 && { toolResponses }),
    ...(responses.length > 0 && { responses }),
  }
  return { ...invocation, steps: kept }
}

/** The inverse of `keptInvocation`. */
export function invocationFrom(kept: KeptInvocation): Invocation {
  const { steps } = kept
  // The casts here and below: steps that are events are kept as they are, and so is an exchange without any.
  if (steps?.form !== 'lists') return kept as Invocation
  return { ...kept, steps: { ...noSteps, ...steps } }
}

export function keptCase(evalCase: EvalCase): KeptCase {
  const { conversation } = evalCase
  return conversation === undefined ? evalCase : { ...evalCase, conversation: conversation.map(keptInvocation) }
}

/** The inverse of `keptCase`. */
export function caseFrom(kept: KeptCase): EvalCase {
  const { conversation } = kept
  return conversation === undefined ? (kept as EvalCase) : { ...kept, conversation: conversation.map(invocationFrom) }
}

const noSteps: ListedSteps = { form: 'lists', toolCalls: [], toolResponses: [], responses: [] }
