import type { AgentEvent, Invocation, Steps } from '../../core/index.ts'

/** An exchange without what versions of ADK before 2.6 refuse. */
export function olderInvocation(invocation: Invocation): Invocation {
  const { durationSeconds: _durationSeconds, modelCalls: _modelCalls, steps, ...older } = invocation
  return { ...older, ...(steps === undefined ? {} : { steps: olderSteps(steps) }) }
}

function olderSteps(steps: Steps): Steps {
  return steps.form === 'lists' ? steps : { form: 'events', events: steps.events.map(olderEvent) }
}

function olderEvent({ author, content }: AgentEvent): AgentEvent {
  return { author, ...(content === undefined ? {} : { content }) }
}
