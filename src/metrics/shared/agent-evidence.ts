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

/** Drops empty pieces. The instruction tells the judge that nothing was there when a piece is missing. */
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
  // Labels of strands-evals.
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
 * Returns the instructions of the agents. ADK uses those of the first event's author only, so it sees none in a turn
 * without tools.
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

export function instructionsOfAll(invocations: readonly Invocation[]): string {
  const texts = agentsOf(invocations).flatMap(([name, { instructions }]) =>
    instructions === undefined || instructions === '' ? [] : `${name}:\n${instructions}`,
  )
  return [...new Set(texts)].join('\n\n')
}

/** Returns the tools of all agents of all turns as JSON, each list once; empty when none is known. */
export function toolsOfAll(invocations: readonly Invocation[]): string {
  const agents = agentsOf(invocations)
  if (agents.length === 0) return ''
  const declarations = Object.fromEntries(agents.map(([name, { toolDeclarations = [] }]) => [name, toolDeclarations]))
  return stringifyJson({ tool_declarations: declarations }, 2)
}

export function evidenceSteps(invocation: Invocation, options: { adkCompat: boolean }): string {
  const steps = toolSteps(invocation, options)
  return steps.length === 0 ? '' : stringifyJson({ tool_calls_and_response: steps }, 2)
}

/** Stands in a prompt for an unknown piece, because a missing piece would mean that there was none. */
const UNKNOWN = '(unknown: nobody reported it)'

export function shownInstructions(invocations: readonly Invocation[]): string {
  return isUnknown(invocations, 'instructions') ? UNKNOWN : instructionsOfAll(invocations)
}

export function shownTools(invocations: readonly Invocation[]): string {
  return isUnknown(invocations, 'toolDeclarations') ? UNKNOWN : toolsOfAll(invocations)
}

export function shownSteps(invocation: Invocation): string {
  return isUnknown([invocation], 'toolCalls') ? UNKNOWN : evidenceSteps(invocation, { adkCompat: false })
}

function isUnknown(invocations: readonly Invocation[], kind: EvidenceKind): boolean {
  return invocations.length > 0 && invocations.every((invocation) => knownBy(invocation, kind) === 'unknown')
}

function agentsOf(invocations: readonly Invocation[]): readonly (readonly [string, AgentDetails])[] {
  return invocations.flatMap(({ agents }) => Object.entries(agents ?? {}))
}
