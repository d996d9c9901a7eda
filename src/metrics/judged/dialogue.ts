import { type Content, type Invocation, stringifyJson, textOf, toolCallsOf } from '../../core/index.ts'
import { type AgentStep, agentSteps } from '../shared/agent-steps.ts'
import { pythonJson } from '../shared/python-json.ts'

/** Writes a conversation as text, one line for each message, call and response; turns count from 1. */
export function dialogueOf(invocations: readonly Invocation[], options: { adkCompat: boolean }): string {
  return invocations.flatMap((invocation, index) => turnLines(invocation, index + 1, options)).join('\n')
}

function turnLines(invocation: Invocation, turn: number, options: { adkCompat: boolean }): readonly string[] {
  const steps = agentSteps(invocation, options)
  const user = textsOf(invocation.userContent)
  const answer = options.adkCompat ? textsOf(invocation.finalResponse).join(' ') : textOf(invocation.finalResponse)
  const author = steps[0]?.author ?? 'agent'
  return [
    `USER TURN ${turn}: ${user.join(' ')}`,
    ...(options.adkCompat || toolCallsOf(invocation) !== undefined
      ? []
      : [`${speaker(author)} TURN ${turn}: (which tools were called is unknown)`]),
    ...steps.flatMap((step) => stepLines(step, turn, options.adkCompat ? pythonJson : stringifyJson)),
    ...(answer ? [`${speaker(author)} TURN ${turn}: ${answer}`] : []),
  ]
}

function textsOf(content: Content | undefined): readonly string[] {
  return (content?.parts ?? []).flatMap((part) => part.text || [])
}

function stepLines(step: AgentStep, turn: number, json: (value: unknown) => string): readonly string[] {
  const label = `${speaker(step.author)} TURN ${turn}`
  return [
    ...(step.texts.length === 0 ? [] : [`${label}: ${step.texts.join(' ')}`]),
    ...step.calls.map(({ name, args, malformed }) => `${label} (tool call): ${name}(${malformed ?? json(args ?? {})})`),
    ...step.responses.map(({ name, response }) => `${label} (tool output): ${name} -> ${json(response ?? {})}`),
  ]
}

function speaker(author: string): string {
  return author.toLowerCase() === 'user' ? 'USER' : `AGENT (${author})`
}
