import {
  type AgentDetails,
  type EvidenceKind,
  type EvidencePiece,
  type Invocation,
  EvalError,
  knownBy,
  message,
  stringifyJson,
} from '../../core/index.ts'
import { toolSteps } from './tool-steps.ts'

/** Pieces with something in them; a judge is told that a missing piece means that there was none. */
export function evidenceOf(pieces: Readonly<Record<string, string | undefined>>): readonly EvidencePiece[] {
  return Object.entries(pieces).flatMap(([label, text]) =>
    text ? [authored.has(label) ? { label, text, authored: true } : { label, text }] : [],
  )
}

const authored = new Set([
  'check',
  'instructions',
  'language',
  'reference',
  'rubrics',
  'points',
  'plan',
  'persona',
  'stop_signal',
  // In the words of strands-evals.
  'rubric',
  'assertion',
  'goal',
  'criteria',
  'description',
  'expected',
  'expected_steps',
  'expected_state',
])

/**
 * What developers asked of the agents. ADK shows the words for the author of the first event only, so those of a turn
 * without tools are invisible to it.
 *
 * @throws {EvalError} with `adkCompat` when nothing is known of that author
 */
export function instructionsOf(invocation: Invocation, options: { adkCompat: boolean }): string {
  if (!options.adkCompat) return instructionsOfAll([invocation])
  const { agents, steps } = invocation
  const first = steps?.form === 'events' ? steps.events[0] : undefined
  if (agents === undefined || first === undefined) return ''
  const known = agents[first.author]
  if (known !== undefined) return known.instructions ?? ''
  throw new EvalError('agent', message('Nothing is known of the agent {agent}', { agent: first.author }), {
    hint: message('ADK looks up the instructions of the author of the first event.'),
  })
}

/** The instructions of all agents of all turns, each once. */
export function instructionsOfAll(invocations: readonly Invocation[]): string {
  const texts = agentsOf(invocations).flatMap(([name, { instructions }]) =>
    instructions === undefined || instructions === '' ? [] : `${name}:\n${instructions}`,
  )
  return [...new Set(texts)].join('\n\n')
}

/** The tools of all agents of all turns, each list once, as JSON; empty when nothing is known of any. */
export function toolsOfAll(invocations: readonly Invocation[]): string {
  const agents = agentsOf(invocations)
  if (agents.length === 0) return ''
  const declarations = Object.fromEntries(agents.map(([name, { toolDeclarations = [] }]) => [name, toolDeclarations]))
  return stringifyJson({ tool_declarations: declarations }, 2)
}

/** The tool calls of an exchange with their responses, as JSON; empty when there was none. */
export function evidenceSteps(invocation: Invocation, options: { adkCompat: boolean }): string {
  const steps = toolSteps(invocation, options)
  return steps.length === 0 ? '' : stringifyJson({ tool_calls_and_response: steps }, 2)
}

/** What stands in a prompt for what nobody knows: a piece that is missing would say that there was none. */
const UNKNOWN = '(unknown: nobody reported it)'

export function shownInstructions(invocations: readonly Invocation[]): string {
  return isUnknown(invocations, 'instructions') ? UNKNOWN : instructionsOfAll(invocations)
}

export function shownTools(invocations: readonly Invocation[]): string {
  return isUnknown(invocations, 'toolDeclarations') ? UNKNOWN : toolsOfAll(invocations)
}

/** The tool calls of an exchange as a judge is shown them. */
export function shownSteps(invocation: Invocation): string {
  return isUnknown([invocation], 'toolCalls') ? UNKNOWN : evidenceSteps(invocation, { adkCompat: false })
}

function isUnknown(invocations: readonly Invocation[], kind: EvidenceKind): boolean {
  return invocations.length > 0 && invocations.every((invocation) => knownBy(invocation, kind) === 'unknown')
}

function agentsOf(invocations: readonly Invocation[]): readonly (readonly [string, AgentDetails])[] {
  return invocations.flatMap(({ agents }) => Object.entries(agents ?? {}))
}
