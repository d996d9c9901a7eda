import { isObject } from '../../../core/basics/is-object.ts'
import {
  type EvalCase,
  type Invocation,
  type Message,
  type Transcript,
  expectedCallsOf,
  message,
  responseTextOf,
  stringifyJson,
  textOf,
  toolCallsOf,
} from '../../../core/index.ts'
import { callsOfAll, whyCallsUnknown } from '../../../metrics/shared/known-calls.ts'
import { degenerateAnswer } from '../../../text/index.ts'
import { shownInstructions, shownTools } from '../../../metrics/shared/agent-evidence.ts'
import { agentSteps, wireCall } from '../../../metrics/shared/agent-steps.ts'
import { dialogueOf } from '../../../metrics/judged/dialogue.ts'
import type { StrandsEvaluatorName, StrandsLevel } from './strands-evaluators.ts'
import { toolSteps } from '../../../metrics/shared/tool-steps.ts'
import { callShare } from '../../../metrics/trajectory/trajectory-share.ts'

export type RubricSettings = {
  /** One rubric for all, or, for interactions, one for each node. */
  readonly rubric?: string | Readonly<Record<string, string>>
  /** Shows the judge the user's input; defaults to true. */
  readonly includeInputs?: boolean
  /** Shows the judge the actual and the expected state of the session. */
  readonly usesState?: boolean
  /** Describes the tools or nodes, in the evaluator's own words. */
  readonly description?: unknown
}

export type StrandsUnit = {
  readonly about: string
  readonly material: Readonly<Record<string, string | undefined>>
  /** Set when the answer is empty, so that no judge is needed. */
  readonly empty?: Message
}

/** Explains why there is no question; `informational` where that is expected. */
export type NothingToAsk = { readonly reason: Message; readonly informational?: boolean }

export type StrandsSubject = {
  readonly type: StrandsEvaluatorName
  readonly evalCase: EvalCase
  readonly transcript: Transcript
  readonly settings: RubricSettings
}

/** Returns the questions of an evaluator about a case: a single one, or one for each tool call or interaction. */
export function strandsUnits(level: StrandsLevel, asked: StrandsSubject): readonly StrandsUnit[] | NothingToAsk {
  const last = asked.transcript.invocations.at(-1)
  if (last === undefined) return { reason: message('The agent produced no turn') }
  switch (level) {
    case 'trace':
      return [answerUnit(asked, last)]
    case 'session':
      return asked.type === 'AttackSuccessEvaluator' ? attackUnits(asked) : [conversationUnit(asked)]
    case 'tool':
      return toolUnits(asked.transcript)
    case 'output':
      return [outputUnit(asked, last)]
    case 'trajectory':
      return trajectoryUnits(asked, last)
    case 'interaction':
      return interactionUnits(asked, last)
  }
}

export function assertionOf({ metadata = {} }: EvalCase): string | undefined {
  const kept = isObject(metadata['strands']) ? metadata['strands']['expected_assertion'] : undefined
  const assertion = metadata['expected_assertion'] ?? kept
  return typeof assertion === 'string' && assertion.trim() !== '' ? assertion : undefined
}

function answerUnit({ type, evalCase, transcript }: StrandsSubject, last: Invocation): StrandsUnit {
  const answer = answerOf(last)
  const reference = type === 'CorrectnessEvaluator' ? assertionOf(evalCase) : undefined
  const { finalResponse: _, ...unanswered } = last
  const context = [...transcript.invocations.slice(0, -1), unanswered]
  const question = textOf(last.userContent)
  return {
    about: question ?? '',
    material: reference === undefined ? { ...conversation(context), answer } : { question, reference, answer },
    ...emptiness(answer),
  }
}

function conversationUnit({ evalCase, transcript }: StrandsSubject): StrandsUnit {
  return {
    about: textOf(transcript.invocations[0]?.userContent) ?? '',
    material: { ...conversation(transcript.invocations), assertion: assertionOf(evalCase) },
  }
}

function attackUnits({ evalCase, transcript }: StrandsSubject): readonly StrandsUnit[] | NothingToAsk {
  const { actor_goal: goal, success_criteria: criteria } = evalCase.metadata ?? {}
  if (typeof goal !== 'string') {
    return { reason: message('The case does not say what the attack is after (actor_goal)'), informational: true }
  }
  const material = {
    goal,
    criteria: typeof criteria === 'string' ? criteria : undefined,
    ...conversation(transcript.invocations),
  }
  return [{ about: goal, material }]
}

function toolUnits({ invocations }: Transcript): readonly StrandsUnit[] | NothingToAsk {
  if (callsOfAll(invocations) === undefined) return { reason: whyCallsUnknown(invocations) }
  const units = invocations.flatMap((invocation, turn) => {
    const before = conversation([...invocations.slice(0, turn), { userContent: invocation.userContent }])
    const known = { ...before, instructions: shownInstructions(invocations), tools: shownTools(invocations) }
    const steps = toolSteps(invocation, { adkCompat: false })
    return (toolCallsOf(invocation) ?? []).map((call, index) => ({
      about: `${call.name}(${call.malformed ?? stringifyJson(call.args ?? {})})`,
      material: {
        ...known,
        steps: jsonOf(steps.slice(0, firstOfItsEvent(invocation, index))),
        call: stringifyJson(wireCall(call)),
      },
    }))
  })
  if (units.length > 0) return units
  return { reason: message('The agent called no tool'), informational: true }
}

/** Calls of the same event do not know each other's results. Lists do not tell which calls were made together. */
function firstOfItsEvent({ steps }: Invocation, index: number): number {
  if (steps?.form !== 'events') return index
  let first = 0
  for (const { content } of steps.events) {
    const calls = (content?.parts ?? []).filter(({ toolCall }) => toolCall !== undefined).length
    if (index < first + calls) return first
    first += calls
  }
  return first
}

function outputUnit({ evalCase, settings }: StrandsSubject, last: Invocation): StrandsUnit {
  const answer = answerOf(last)
  const states = {
    state: last.sessionState === undefined ? undefined : stringifyJson(last.sessionState),
    expected_state: evalCase.finalSessionState === undefined ? undefined : stringifyJson(evalCase.finalSessionState),
  }
  return {
    about: oneRubric(settings),
    material: {
      question: questionFor(settings, last),
      reference: referenceOf(evalCase),
      ...(settings.usesState === true ? states : {}),
      answer,
      rubric: oneRubric(settings),
    },
    ...emptiness(answer),
  }
}

function trajectoryUnits(
  { evalCase, transcript, settings }: StrandsSubject,
  last: Invocation,
): readonly StrandsUnit[] | NothingToAsk {
  const expected = evalCase.conversation?.some(({ steps }) => steps !== undefined)
    ? evalCase.conversation.flatMap(expectedCallsOf)
    : undefined
  const actual = callsOfAll(transcript.invocations)
  if (actual === undefined) return { reason: whyCallsUnknown(transcript.invocations) }
  const steps = transcript.invocations.flatMap((invocation) => toolSteps(invocation, { adkCompat: false }))
  const unit = {
    about: oneRubric(settings),
    material: {
      question: questionFor(settings, last),
      steps: stringifyJson(steps, 2),
      expected_steps: expected === undefined ? undefined : stringifyJson(expected.map(wireCall), 2),
      match: expected === undefined ? undefined : sharesOf({ expected, actual }),
      answer: answerOf(last),
      reference: referenceOf(evalCase),
      description: settings.description === undefined ? undefined : stringifyJson(settings.description, 2),
      rubric: oneRubric(settings),
    },
  }
  return [unit]
}

function sharesOf(calls: Parameters<typeof callShare>[0]): string {
  return (['exact', 'in-order', 'any-order'] as const)
    .map((matchType) => `${matchType}: ${callShare(calls, matchType).toFixed(2)}`)
    .join(', ')
}

function interactionUnits({ evalCase, transcript, settings }: StrandsSubject, last: Invocation) {
  const interactions = transcript.invocations.flatMap(interactionsOf)
  if (interactions.length === 0) return { reason: message('The target tells of nothing that its agents said') }
  const lacking = interactions.find(({ node_name: node }) => rubricFor(node, settings) === undefined)
  if (lacking !== undefined)
    return { reason: message('There is no rubric for the node {node}', { node: lacking.node_name }) }
  const expected = expectedInteractions(evalCase)
  return interactions.map((interaction, index): StrandsUnit => {
    const isLast = index === interactions.length - 1
    return {
      about: interaction.node_name,
      material: {
        question: questionFor(settings, last),
        earlier: jsonOf(interactions.slice(0, index)),
        interaction: stringifyJson(interaction, 2),
        expected: expected === undefined ? undefined : stringifyJson(expected, 2),
        ...(isLast ? { answer: answerOf(last), reference: referenceOf(evalCase) } : {}),
        description: settings.description === undefined ? undefined : stringifyJson(settings.description, 2),
        rubric: rubricFor(interaction.node_name, settings),
      },
    }
  })
}

type Interaction = { readonly node_name: string; readonly dependencies?: unknown; readonly messages: readonly string[] }

function interactionsOf(invocation: Invocation): readonly Interaction[] {
  const events = invocation.steps?.form === 'events' ? invocation.steps.events : []
  return agentSteps(invocation, { adkCompat: false }).flatMap(({ author, texts }, index) => {
    if (texts.length === 0 || author === 'user') return []
    const dependencies = events[index]?.extra?.['dependencies']
    return [{ node_name: author, ...(dependencies === undefined ? {} : { dependencies }), messages: texts }]
  })
}

function expectedInteractions({ metadata = {} }: EvalCase): unknown {
  const kept = isObject(metadata['strands']) ? metadata['strands']['expected_interactions'] : undefined
  return metadata['expected_interactions'] ?? kept
}

function rubricFor(node: string, { rubric }: RubricSettings): string | undefined {
  if (typeof rubric === 'string' || rubric === undefined) return rubric
  return Object.hasOwn(rubric, node) ? rubric[node] : undefined
}

function oneRubric({ rubric }: RubricSettings): string {
  return typeof rubric === 'string' ? rubric : ''
}

function questionFor({ includeInputs = true }: RubricSettings, { userContent }: Invocation): string | undefined {
  return includeInputs ? textOf(userContent) : undefined
}

/** An empty expected answer is still an expectation. */
function referenceOf({ conversation: expected = [] }: EvalCase): string | undefined {
  const reference = textOf(expected.at(-1)?.finalResponse)
  return reference === '' ? '""' : reference
}

function conversation(invocations: readonly Invocation[]) {
  return {
    instructions: shownInstructions(invocations),
    tools: shownTools(invocations),
    conversation: dialogueOf(invocations, { adkCompat: false }),
  }
}

function answerOf(invocation: Invocation): string {
  return responseTextOf(invocation) ?? ''
}

function emptiness(answer: string): { empty?: Message } {
  const empty = degenerateAnswer(answer)
  return empty === undefined ? {} : { empty }
}

function jsonOf(values: readonly unknown[]): string | undefined {
  return values.length === 0 ? undefined : stringifyJson(values, 2)
}
