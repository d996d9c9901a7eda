import {
  type AgentDetails,
  type Content,
  type DocumentDataset,
  type EvalCase,
  type Invocation,
  type JsonObject,
  type Message,
  type Origin,
  type RecordedTranscript,
  type Rubric,
  message,
  textOf,
} from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { askedOnly } from '../../formats/asked-only.ts'
import { defaulted, object, optional, required } from '../../formats/kit/foreign-object.ts'
import { report } from '../../formats/kit/foreign-reading.ts'
import {
  type Codec,
  anything,
  jsonObject,
  list,
  mapped,
  readForeign,
  record,
  string,
} from '../../formats/kit/foreign-value.ts'
import { refuseSameIds } from '../../formats/kit/same-ids.ts'
import { adkContent } from '../../formats/wire/adk-content.ts'
import { adkSteps } from '../../formats/wire/adk-invocation.ts'
import { exchangesFrom, isAnswered, type SaidEvent } from './agents-cli-turns.ts'

// Datasets of Google's agents-cli (the EvaluationDataset of its platform). A case has a prompt or a conversation; one
// that ends with the agent's answer is a trace. Further fields are kept as metadata.

const said = textOrContent('user')

const candidate: Codec<Content> = {
  read: (value, reading) =>
    isObject(value) && 'response' in value
      ? textOrContent('model').read(value['response'], reading)
      : textOrContent('model').read(value, reading),
  write: (content) => ({ response: adkContent.write({ role: 'model', ...content }, 'brief') }),
}

const event: Codec<SaidEvent> = object(
  { author: optional('author', string), content: optional('content', adkContent) },
  { unknown: 'keep', keepIn: 'extra' },
)

const agentConfig = object(
  { instruction: defaulted('instruction', string, ''), tools: defaulted('tools', list(anything), []) },
  { unknown: 'ignore' },
)

const agentData = object(
  {
    agents: optional('agents', record(agentConfig)),
    turns: defaulted(
      'turns',
      list(object({ events: defaulted('events', list(event), []) }, { unknown: 'ignore' })),
      [],
    ),
  },
  { unknown: 'ignore' },
)

const rubric = object(
  {
    id: optional('rubric_id', string),
    content: required(
      'content',
      object(
        {
          property: required(
            'property',
            object({ description: required('description', string) }, { unknown: 'ignore' }),
          ),
        },
        { unknown: 'ignore' },
      ),
    ),
    type: optional('type', string),
  },
  { unknown: 'ignore' },
)

const rubricGroup = object({ rubrics: defaulted('rubrics', list(rubric), []) }, { unknown: 'ignore' })

const session = object(
  {
    appName: defaulted('app_name', string, 'EvaluationGenerator'),
    userId: defaulted('user_id', string, 'test_user_id'),
    state: optional('state', jsonObject, {}),
    id: optional('session_id', string),
  },
  { unknown: 'keep', keepIn: 'extra' },
)

const fields = {
  id: optional('eval_case_id', string),
  prompt: optional('prompt', said),
  responses: defaulted('responses', list(candidate), []),
  reference: optional('reference', candidate),
  history: defaulted('conversation_history', list(anything), []),
  data: optional('agent_data', agentData),
  groups: optional('rubric_groups', record(rubricGroup)),
  scenario: optional(
    'user_scenario',
    object(
      { startingPrompt: required('starting_prompt', string), plan: defaulted('conversation_plan', string, '') },
      { unknown: 'ignore' },
    ),
  ),
  session: optional('session_input', session),
  finalSessionState: optional('final_session_state', jsonObject, {}),
  /** Not part of their format: the expected steps, in the form of ADK. */
  expected: optional('intermediate_data', adkSteps),
}

type ReadCase = ReturnType<typeof foreignCase.read>

const foreignCase = mapped(
  object(fields, { unknown: 'keep', keepIn: 'metadata' }),
  (one, reading) =>
    one.prompt === undefined && one.data === undefined && one.scenario === undefined
      ? report<typeof one>(reading, (place) =>
          message('{place}: a case of agents-cli needs a prompt, agent_data or a user_scenario', { place }),
        )
      : one,
  (one) => one,
)

const dataset = object({ cases: required('eval_cases', list(foreignCase)) }, { unknown: 'ignore' })

export function agentsCliDatasetFrom(
  value: unknown,
  { origin, name }: { origin: Origin; name: string },
): DocumentDataset {
  const { cases } = readForeign(dataset, value, origin)
  const raw = isObject(value) ? (value['eval_cases'] ?? value['evalCases']) : []
  const read = cases.map((one, index) => toCase(one, Array.isArray(raw) ? raw[index] : {}, index))
  const evalCases = read.map(({ evalCase }) => evalCase)
  refuseSameIds(evalCases, origin, (index) => ['eval_cases', index, 'eval_case_id'])
  const recorded = read.filter(({ transcripts }) => transcripts.length > 0).length
  const all = recorded > 0 && recorded === read.length
  const notes: Message[] =
    recorded === 0 || all
      ? []
      : [
          message('{count} of {total} cases are recorded conversations; their agent is asked anew', {
            count: recorded,
            total: read.length,
          }),
        ]
  return {
    dataset: { id: name, cases: evalCases },
    ...(all ? { transcripts: read.flatMap(({ transcripts }) => transcripts) } : {}),
    ...(notes.length === 0 ? {} : { notes }),
  }
}

type AgentsCliDatasetReading = { readonly evalCase: EvalCase; readonly transcripts: readonly RecordedTranscript[] }

function toCase(one: ReadCase, raw: unknown, index: number): AgentsCliDatasetReading {
  const { id = `case-${index + 1}`, reference, expected, groups, scenario } = one
  const exchanges = conversationOf(one)
  const recorded = recordedOf(one, exchanges)
  const known = recorded.length > 0 ? exchanges.map(askedOnly) : exchanges
  const last = known.at(-1)
  const conversation =
    last === undefined
      ? undefined
      : [
          ...known.slice(0, -1),
          { ...last, ...(reference && { finalResponse: reference }), ...(expected && { steps: expected }) },
        ]
  const metadata = { ...one.metadata, ...keptRaw(raw) }
  const evalCase: EvalCase = {
    id,
    ...(conversation === undefined ? scenario && { scenario } : { conversation }),
    ...(one.session && { session: one.session }),
    ...(groups && { rubrics: rubricsOf(groups) }),
    ...(one.finalSessionState && { finalSessionState: one.finalSessionState }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
  return { evalCase, transcripts: recorded.map((invocations) => ({ caseId: id, invocations })) }
}

function conversationOf({ prompt, data, history }: ReadCase): readonly Invocation[] {
  const before = history.map((entry): SaidEvent => {
    const content = isObject(entry) && isObject(entry['content']) ? entry['content'] : entry
    return { content: readForeign(adkContent, content, { file: 'conversation_history' }) }
  })
  const events = [...before, ...(data?.turns ?? []).flatMap((turn) => turn.events)]
  const asked = events.some(
    (one) => (one.author ?? one.content?.role) === 'user' && textOf(one.content ?? {}) === textOf(prompt ?? {}),
  )
  return exchangesFrom(prompt === undefined || asked ? events : [...events, { author: 'user', content: prompt }])
}

function recordedOf(
  { data, responses }: ReadCase,
  exchanges: readonly Invocation[],
): readonly (readonly Invocation[])[] {
  const agents = detailsOf(data?.agents)
  const told = (invocations: readonly Invocation[]) =>
    agents === undefined ? invocations : invocations.map((one) => ({ ...one, agents }))
  const last = exchanges.at(-1)
  if (last === undefined) return []
  if (responses.length === 0) return isAnswered(exchanges) ? [told(exchanges)] : []
  return responses.map((finalResponse) => told([...exchanges.slice(0, -1), { ...last, finalResponse }]))
}

function detailsOf(agents: NonNullable<ReadCase['data']>['agents']): Record<string, AgentDetails> | undefined {
  if (agents === undefined) return undefined
  const details = Object.entries(agents).map(([name, { instruction, tools }]) => [
    name,
    { name, instructions: instruction, toolDeclarations: tools },
  ])
  return Object.fromEntries(details)
}

function keptRaw(raw: unknown): JsonObject {
  if (!isObject(raw)) return {}
  const groups = raw['rubric_groups'] ?? raw['rubricGroups']
  const data = raw['agent_data'] ?? raw['agentData']
  const agents = isObject(data) ? data['agents'] : undefined
  const context = raw['context']
  const text =
    context === undefined ? undefined : textOf(readForeign(textOrContent('user'), context, { file: 'context' }))
  return {
    ...(isObject(groups) && { rubric_groups: groups }),
    ...(isObject(agents) && { agents }),
    ...(text !== undefined && { documents: [text] }),
  }
}

const asked = ['FINAL_RESPONSE_QUALITY', 'TOOL_USE_QUALITY', 'TRAJECTORY_QUALITY']

/** ADK selects rubrics by their type. Rubrics of other types judge the answer, as in the platform's rubric metrics. */
function rubricsOf(groups: NonNullable<ReadCase['groups']>): Rubric[] {
  const several = Object.keys(groups).length > 1
  return Object.entries(groups).flatMap(([group, { rubrics }]) =>
    rubrics.map(({ id, content, type = '' }, index) => ({
      id: `${several ? `${group}/` : ''}${id ?? `rubric-${index + 1}`}`,
      property: content.property.description,
      type: asked.includes(type) ? type : 'FINAL_RESPONSE_QUALITY',
    })),
  )
}

function textOrContent(role: string): Codec<Content> {
  return {
    read: (value, reading) =>
      typeof value === 'string' ? { role, parts: [{ text: value }] } : adkContent.read(value, reading),
    write: (content, style) => adkContent.write({ role, ...content }, style),
  }
}
