import { z } from 'zod'
import {
  EvalError,
  JsonObject,
  message,
  withThoughtsApart,
  type AgentDetails,
  type AgentEvent,
  type Content,
  type FinishReason,
  type Invocation,
  type Part,
  type Usage,
} from '../../core/index.ts'
import type { TracedConversation } from '../conversations.ts'
import { asCount } from '../../messages/counted-tokens.ts'
import { defined } from '../dialects/attributes.ts'
import { finishReasonIn } from '../../messages/finish-reason-in.ts'
import { toolCall, toolResponse } from '../../messages/tool-values.ts'
import { textOfField, type ExportRecord } from './record-fields.ts'

const ContentPart = z.object({ type: z.string().optional(), text: z.string().optional() }).catchall(z.unknown())

const SubagentRef = z.object({ trajectory_id: z.string().nullish(), session_id: z.string().nullish() })

const AtifStep = z.object({
  source: z.string(),
  timestamp: z.string().nullish(),
  model_name: z.string().nullish(),
  message: z.union([z.string(), z.array(ContentPart)]).nullish(),
  reasoning_content: z.string().nullish(),
  tool_calls: z
    .array(
      z.object({ tool_call_id: z.string().nullish(), function_name: z.string(), arguments: z.unknown().optional() }),
    )
    .nullish(),
  observation: z
    .object({
      results: z
        .array(
          z.object({
            source_call_id: z.string().nullish(),
            content: z.unknown().optional(),
            subagent_trajectory_ref: z.union([SubagentRef, z.array(SubagentRef)]).nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
  metrics: z
    .object({
      prompt_tokens: z.number().nullish(),
      completion_tokens: z.number().nullish(),
      cached_tokens: z.number().nullish(),
      cost_usd: z.number().nullish(),
      extra: z.unknown().optional(),
    })
    .nullish(),
  /** Since 1.7; 0 for a step that was decided without a model. */
  llm_call_count: z.number().nullish(),
  /** Since 1.5: true for a step of another trajectory that is repeated for context. */
  is_copied_context: z.boolean().nullish(),
  /** Further fields of the agent's framework, such as the finish reason. */
  extra: z.unknown().optional(),
})
type AtifStep = z.infer<typeof AtifStep>

/** A trajectory of the Agent Trajectory Interchange Format, 1.0 to 1.7. Other keys are ignored. */
const AtifTrajectory = z.object({
  schema_version: z.string().regex(/^ATIF-v1\./),
  session_id: z.string().nullish(),
  trajectory_id: z.string().nullish(),
  agent: z
    .object({
      name: z.string().nullish(),
      model_name: z.string().nullish(),
      tool_definitions: z.array(z.unknown()).nullish(),
    })
    .nullish(),
  steps: z.array(AtifStep),
  /** Since 1.7. */
  get subagent_trajectories() {
    return z.array(AtifTrajectory.partial({ schema_version: true })).nullish()
  },
})
type AtifTrajectory = z.infer<typeof AtifTrajectory>

type Trajectory = Omit<AtifTrajectory, 'schema_version'>

/** Returns whether a document is an ATIF trajectory of any version. */
export function isAtif(value: ExportRecord): boolean {
  return /^ATIF-v/i.test(textOfField(value, 'schemaVersion') ?? '')
}

/**
 * Reads the conversation of a trajectory; exchanges repeated from another trajectory are left out.
 *
 * @throws {EvalError} `format` with the place, when it does not follow ATIF 1.0 to 1.7
 */
export function atifConversation(value: unknown, place: string): TracedConversation {
  const read = AtifTrajectory.safeParse(value)
  if (!read.success) throw notAtif(read.error, place)
  const trajectory = read.data
  const exchanges = exchangesOf(trajectory.steps)
  const own = exchanges.filter(({ done }) => !done.length || done.some((step) => step.is_copied_context !== true))
  const agents = { [nameOf(trajectory)]: detailsOf(trajectory) }
  const invocations = (own.length > 0 ? own : exchanges).map((one) => ({ ...invocationOf(one, trajectory), agents }))
  return { id: trajectory.session_id || trajectory.trajectory_id || place, invocations, origins: [] }
}

function notAtif({ issues: [issue] }: z.ZodError, place: string): EvalError {
  const path = (issue?.path ?? []).reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}${text === '' ? '' : '.'}${String(key)}`),
    '',
  )
  return new EvalError(
    'format',
    message('{place}: {path} is not as in a trajectory of ATIF 1.x: {problem}', {
      place,
      path,
      problem: issue?.message ?? '',
    }),
  )
}

type AtifExchange = { readonly asked: AtifStep[]; readonly done: AtifStep[] }

/** A user's message after a step of the agent begins the next exchange. */
function exchangesOf(steps: readonly AtifStep[]): readonly AtifExchange[] {
  const exchanges: AtifExchange[] = []
  for (const step of steps) {
    const last = exchanges.at(-1)
    if (step.source === 'user') {
      if (last !== undefined && last.done.length === 0) last.asked.push(step)
      else exchanges.push({ asked: [step], done: [] })
    } else if (step.source === 'agent' || step.observation) {
      if (last === undefined) exchanges.push({ asked: [], done: [step] })
      else if (step.source === 'agent' || last.done.length > 0) last.done.push(step)
    }
  }
  return exchanges
}

function invocationOf({ asked, done }: AtifExchange, trajectory: Trajectory): Invocation {
  const final = finalStep(done)
  const events = done.flatMap((step) => eventsOf(step, trajectory, { isFinal: step === final }))
  const usage = sumOf(done)
  const began = Date.parse(asked[0]?.timestamp ?? done[0]?.timestamp ?? '')
  const ended = Date.parse(done.at(-1)?.timestamp ?? '')
  const asking = done.filter(({ source }) => source === 'agent')
  const dollars = total(done.map(({ metrics }) => metrics?.cost_usd))
  const last = final ?? asking.at(-1)
  const finishReason = last === undefined ? undefined : reasonOf(last)
  return {
    userContent: { role: 'user', parts: asked.flatMap((step) => messageParts(step)) },
    ...(final === undefined ? {} : { finalResponse: spoken(final) }),
    steps: { form: 'events', events },
    ...(Number.isNaN(began) ? {} : { createdAt: began / 1000 }),
    ...(ended >= began ? { durationSeconds: (ended - began) / 1000 } : {}),
    modelCalls: asking.reduce((sum, { llm_call_count: calls }) => sum + (calls ?? 1), 0),
    ...(usage === undefined ? {} : { usage }),
    ...(dollars === undefined ? {} : { dollars }),
    ...(finishReason === undefined ? {} : { finishReason }),
  }
}

function spoken(step: AtifStep): Content {
  return withThoughtsApart({ role: 'model', parts: messageParts(step) })
}

function reasonOf({ extra, metrics }: AtifStep): FinishReason | undefined {
  return finishReasonIn([metrics?.extra, extra])
}

/** Returns the agent's last message. One beside tool calls is intermediate, unless no other message follows. */
function finalStep(done: readonly AtifStep[]): AtifStep | undefined {
  const said = done.filter((step) => step.source === 'agent' && messageParts(step).some(({ text }) => text?.trim()))
  const last = said.at(-1)
  if (last === undefined || !last.tool_calls?.length) return last
  return last === done.findLast(({ source }) => source === 'agent') ? last : undefined
}

function eventsOf(step: AtifStep, trajectory: Trajectory, { isFinal }: { readonly isFinal: boolean }): AgentEvent[] {
  const author = nameOf(trajectory)
  const model = step.model_name ?? trajectory.agent?.model_name ?? undefined
  const usage = countersOf(step)
  const thoughts: Part[] = step.reasoning_content ? [{ text: step.reasoning_content, thought: true }] : []
  const calls = (step.tool_calls ?? []).map((call) => ({
    toolCall: toolCall(call.function_name, call.arguments, call.tool_call_id ?? undefined),
  }))
  const parts = [...thoughts, ...(isFinal ? [] : (spoken(step).parts ?? [])), ...calls]
  const finishReason = reasonOf(step)
  const said: AgentEvent = {
    author,
    content: { role: 'model', parts },
    ...(usage === undefined ? {} : { usage }),
    ...(model === undefined ? {} : { model }),
    ...(finishReason === undefined ? {} : { finishReason }),
  }
  const isThere = step.source === 'agent' && (parts.length > 0 || usage !== undefined)
  const answered = answersOf(step)
  const answers: AgentEvent[] = answered.length > 0 ? [{ author, content: { role: 'user', parts: answered } }] : []
  return [...(isThere ? [said] : []), ...subagentEvents(step, trajectory), ...answers]
}

function answersOf({ observation, tool_calls: calls }: AtifStep): Part[] {
  return (observation?.results ?? []).flatMap(({ source_call_id: id, content }) => {
    if (content === undefined || content === null) return []
    const only = calls?.length === 1 ? calls[0] : undefined
    const call = id ? calls?.find((one) => one.tool_call_id === id) : only
    const given = Array.isArray(content) ? textOfParts(content) : content
    return [
      {
        toolResponse: toolResponse(call?.function_name ?? 'environment', given, id ?? call?.tool_call_id ?? undefined),
      },
    ]
  })
}

/** An image in an observation is only a path, so texts are kept when there are no images. */
function textOfParts(content: readonly unknown[]): unknown {
  const texts = content.map((part) => ContentPart.safeParse(part).data?.text)
  return texts.every((text) => text !== undefined) ? texts.join('\n') : content
}

function subagentEvents({ observation }: AtifStep, { subagent_trajectories: all }: Trajectory): AgentEvent[] {
  const refs = (observation?.results ?? []).flatMap(({ subagent_trajectory_ref: ref }) => ref ?? [])
  return refs.flatMap(({ trajectory_id: id, session_id: session }) => {
    const found = all?.find((one) => (id ? one.trajectory_id === id : one.session_id === session))
    return found === undefined ? [] : found.steps.flatMap((step) => eventsOf(step, found, { isFinal: false }))
  })
}

function messageParts({ message: said }: AtifStep): Part[] {
  const pieces = typeof said === 'string' ? [{ text: said }] : (said ?? [])
  return pieces.flatMap((piece): Part[] => {
    if (piece.text !== undefined) return piece.text === '' ? [] : [{ text: piece.text }]
    return [{ extra: JsonObject.parse(piece) }]
  })
}

function nameOf({ agent }: Trajectory): string {
  return agent?.name || 'agent'
}

/** System steps at the beginning are the agent's instructions. */
function detailsOf(trajectory: Trajectory): AgentDetails {
  const { steps, agent } = trajectory
  const begun = steps.findIndex(({ source }) => source !== 'system')
  const before = begun < 0 ? steps : steps.slice(0, begun)
  const instructions = before.flatMap((step) => messageParts(step).flatMap(({ text }) => text ?? [])).join('\n\n')
  return defined({
    name: nameOf(trajectory),
    instructions: before.length === 0 ? undefined : instructions,
    toolDeclarations: agent?.tool_definitions ?? undefined,
  })
}

function sumOf(steps: readonly AtifStep[]): Usage | undefined {
  const usage = defined({
    inputTokens: total(steps.map(({ metrics }) => metrics?.prompt_tokens)),
    cachedTokens: total(steps.map(({ metrics }) => metrics?.cached_tokens)),
    outputTokens: total(steps.map(({ metrics }) => metrics?.completion_tokens)),
  })
  return Object.keys(usage).length === 0 ? undefined : usage
}

function countersOf(step: AtifStep): Usage | undefined {
  const sum = sumOf([step])
  if (sum === undefined) return undefined
  const { inputTokens, outputTokens, ...others } = sum
  return defined({ ...others, promptTokens: inputTokens, candidatesTokens: outputTokens })
}

function total(numbers: readonly (number | null | undefined)[]): number | undefined {
  const there = numbers.flatMap((one) => asCount(one) ?? [])
  return there.length === 0 ? undefined : there.reduce((sum, one) => sum + one, 0)
}
