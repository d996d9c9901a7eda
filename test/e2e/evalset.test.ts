import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startModelServer } from './model-server.ts'
import { newProject } from './run-shinsa.ts'

// What ADK's models of an eval set take: their fields and, from the case down, hardly anything else.
const SessionInput = z.looseObject({
  app_name: z.string(),
  user_id: z.string(),
  state: z.record(z.string(), z.unknown()).optional(),
})
const Scenario = z.strictObject({
  starting_prompt: z.string(),
  conversation_plan: z.string(),
  user_persona: z.union([z.string(), z.looseObject({ id: z.string() })]).nullish(),
})
const Part = z.looseObject({ text: z.string().optional() })
const Content = z.strictObject({ role: z.string().optional(), parts: z.array(Part) })
const Event = z.strictObject({ author: z.string(), content: Content.optional() })
const Invocation = z.strictObject({
  invocation_id: z.string().optional(),
  user_content: Content,
  final_response: Content.optional(),
  intermediate_data: z.strictObject({ invocation_events: z.array(Event) }).optional(),
  creation_timestamp: z.number().optional(),
})
const EvalCase = z.strictObject({
  eval_id: z.string(),
  conversation: z.array(Invocation).optional(),
  conversation_scenario: Scenario.optional(),
  session_input: SessionInput.optional(),
  creation_timestamp: z.number().optional(),
})
const EvalSet = z.strictObject({
  eval_set_id: z.string(),
  name: z.string().optional(),
  eval_cases: z.array(EvalCase),
  creation_timestamp: z.number(),
})

const scenarios = {
  scenarios: [
    { starting_prompt: 'こんにちは', conversation_plan: '予約する' },
    { startingPrompt: 'My room is cold.', conversationPlan: 'Ask for a repair.', userPersona: 'NOVICE' },
  ],
}
const session = { app_name: 'hotel', user_id: 'guest', state: { room: '204' } }

describe('shinsa evalset', () => {
  it('makes an empty set in ADK’s shape, by its file or by agent and id, and never in the place of another', async () => {
    const project = newProject({ 'agents/hotel/agent.py': '' })
    const created = await project.runHere('evalset', 'create', 'agents/hotel', 'desk_1')
    expect([created.exitCode, created.stderr]).toEqual([0, 'created: agents/hotel/desk_1.evalset.json\n'])
    const set = EvalSet.parse(JSON.parse(project.read('agents/hotel/desk_1.evalset.json')))
    expect(set).toMatchObject({ eval_set_id: 'desk_1', name: 'desk_1', eval_cases: [] })
    expect(await project.runHere('eval_set', 'create', 'agents/hotel', 'desk_2')).toMatchObject({ exitCode: 0 })
    const refused = []
    for (const operands of [
      ['agents/hotel/desk_1.evalset.json'],
      ['agents/hotel', '../up'],
      ['agents/hotel'],
      ['cases.json'],
      [],
    ]) {
      refused.push((await project.runHere('evalset', 'create', ...operands)).stderr)
    }
    expect(refused.join('')).toMatchInlineSnapshot(`
      "error: there is a file desk_1.evalset.json already
      hint: Nothing was overwritten. Choose another name.
      error: "../up" is no id for an eval set
      hint: ADK takes letters, digits and _.
      error: which eval set?
      hint: Name its file, such as evals/weather.evalset.json, or the folder of an agent and the id of a set.
      error: cases.json is no name for an eval set
      hint: ADK finds sets by their ending: cases.evalset.json
      error: which eval set?
      hint: Name its file, such as evals/weather.evalset.json, or the folder of an agent and the id of a set.
      "
    `)
  })

  it('adds a case for each scenario by ADK’s id, says which are there already, and touches nothing else', async () => {
    const project = newProject({ 'hotel/scenarios.json': scenarios, 'hotel/session.json': session })
    await project.runHere('evalset', 'create', 'hotel', 'desk')
    const adkWords = ['--scenarios_file', 'hotel/scenarios.json', '--session_input_file', 'hotel/session.json']
    const added = await project.runHere('eval_set', 'add_eval_case', 'hotel', 'desk', ...adkWords)
    expect([added.exitCode, added.stderr]).toEqual([0, 'added: 299eb939\nadded: 22d3809d\n'])
    const text = project.read('hotel/desk.evalset.json')
    const set = EvalSet.parse(JSON.parse(text))
    expect(set.eval_cases.map((one) => one.session_input)).toEqual([session, session])
    expect(set.eval_cases[1]?.conversation_scenario?.user_persona).toBe('NOVICE')
    // As indented as the rest.
    expect(text).toContain('\n    {\n      "eval_id": "299eb939"')
    const ours = ['hotel/desk.evalset.json', '--scenarios', 'hotel/scenarios.json']
    const again = await project.runHere('evalset', 'add-case', ...ours)
    expect(again.stderr).toMatchInlineSnapshot(`
      "note: 299eb939 is in hotel/desk.evalset.json already and stays as it is
      note: 22d3809d is in hotel/desk.evalset.json already and stays as it is
      "
    `)
    expect(project.read('hotel/desk.evalset.json')).toBe(text)
  })

  it('adds nothing at all when one of the scenarios is wrong, or there is no such set', async () => {
    const project = newProject({ 's.json': '{\n"scenarios": [\n{"starting_prompt": "a", "conversation_pan": "b"}]}' })
    expect((await project.runHere('evalset', 'add-case', 'a.evalset.json', '--scenarios', 's.json')).stderr)
      .toMatchInlineSnapshot(`
      "error: s.json:3: scenarios[0].conversation_pan: unknown key
      hint: Did you mean "conversation_plan"? Further problems in it: 1.
      "
    `)
    project.write({ 's.json': scenarios })
    expect((await project.runHere('evalset', 'add-case', 'a.evalset.json', '--scenarios', 's.json')).stderr)
      .toMatchInlineSnapshot(`
      "error: there is no eval set a.evalset.json
      hint: \`shinsa evalset create a.evalset.json\` makes an empty one.
      "
    `)
    expect((await project.runHere('evalset', 'add-case', 'a.evalset.json')).stderr).toMatchInlineSnapshot(`
      "error: what is to be added?
      hint: Name it with --scenarios, --session or --transcripts.
      "
    `)
  })

  it('makes cases of a session that ADK saved and of recorded transcripts', async () => {
    const saved = {
      id: 's-1',
      appName: 'hotel',
      userId: 'guest',
      state: { room: '204', asked: 2, 'temp:x': 1, __session_metadata__: { displayName: 'late' } },
      events: [
        { id: '1', invocationId: 'e-1', author: 'user', content: { role: 'user', parts: [{ text: '遅く出たい' }] } },
        {
          id: '2',
          invocationId: 'e-1',
          author: 'desk',
          content: { role: 'model', parts: [{ functionCall: { id: 'c', name: 'move', args: { time: '14:00' } } }] },
          actions: { stateDelta: { asked: 2 } },
        },
        {
          id: '3',
          invocationId: 'e-1',
          author: 'desk',
          content: { role: 'model', parts: [{ text: 'はい' }] },
          usageMetadata: { promptTokenCount: 3 },
          modelVersion: 'm',
        },
      ],
    }
    const transcript = {
      eval_id: 'late',
      invocations: [{ user_content: { parts: [{ text: 'hi' }] }, final_response: { parts: [{ text: 'HI' }] } }],
    }
    const project = newProject({ 'session.json': saved, 't.jsonl': `${JSON.stringify(transcript)}\n` })
    await project.runHere('evalset', 'create', 'desk.evalset.json')
    const added = await project.runHere(
      'evalset',
      'add-case',
      'desk.evalset.json',
      '--session',
      'session.json',
      '--transcripts',
      't.jsonl',
    )
    expect(added).toMatchObject({ exitCode: 0, stderr: 'added: s-1\nadded: late\n' })
    const [first, second] = EvalSet.parse(JSON.parse(project.read('desk.evalset.json'))).eval_cases
    expect(first).toMatchObject({
      session_input: { app_name: 'hotel', user_id: 'guest', state: { room: '204' } },
      conversation: [
        { user_content: { parts: [{ text: '遅く出たい' }] }, final_response: { parts: [{ text: 'はい' }] } },
      ],
    })
    expect(JSON.stringify(first?.conversation)).toContain('"function_call":{"id":"c","name":"move"')
    expect(second).toMatchObject({ eval_id: 'late', conversation: [{ final_response: { parts: [{ text: 'HI' }] } }] })
  })
})

const made = (...prompts: readonly string[]) => ({
  text: JSON.stringify({
    scenarios: prompts.map((prompt) => ({ starting_prompt: prompt, conversation_plan: `After ${prompt}` })),
  }),
})

describe('shinsa evalset generate', () => {
  const config = {
    count: 3,
    generation_instruction: 'Guests want to leave late.',
    environment_context: 'Rooms: 204, 205.',
    model_name: 'openai-compatible/writer',
  }
  it('has a model write scenarios from ADK’s config, until there are as many as asked for', async () => {
    const replies = [made('one', 'two', 'two'), made('two', 'three', 'four')]
    const server = await startModelServer(() => replies.shift() ?? made())
    const project = newProject({ 'hotel/agent.py': 'root_agent = 1', 'hotel/config.json': config })
    const environment = { OPENAI_COMPATIBLE_BASE_URL: server.url, OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'none' }
    const asked = [
      'eval_set',
      'generate_eval_cases',
      'hotel',
      'late',
      '--user_simulation_config_file',
      'hotel/config.json',
    ]
    const refused = await project.start(asked, { environment }).ended
    expect([refused.exitCode, refused.stderr]).toMatchInlineSnapshot(`
      [
        2,
        "Scenarios by openai-compatible/writer: about 1 call, about 754 tokens; the price is not known here
      error: this costs money, and nobody is there to be asked
      hint: Allow it with --yes.
      ",
      ]
    `)
    expect(server.prompts).toEqual([])
    const { exitCode, stderr } = await project.start([...asked, '--yes', '--about', 'hotel/agent.py'], { environment })
      .ended
    expect([exitCode, stderr]).toMatchInlineSnapshot(`
      [
        0,
        "Scenarios by openai-compatible/writer: about 1 call, about 758 tokens; the price is not known here
      added: b8f36095
      added: f3337d07
      added: f3d26b41
      ",
      ]
    `)
    const set = EvalSet.parse(JSON.parse(project.read('hotel/late.evalset.json')))
    expect(set.eval_cases.map((one) => one.conversation_scenario?.starting_prompt)).toEqual(['one', 'two', 'three'])
    expect(set.eval_cases[0]?.session_input).toEqual({ app_name: 'hotel', user_id: 'test_user_id' })
    const [first, second] = server.requests.map((request) => JSON.stringify(request))
    expect(first).toContain('Guests want to leave late.')
    expect(first).toContain('| Rooms: 204, 205.')
    expect(first).toContain('| root_agent = 1')
    expect(second).toContain('| one → After one')
  })

  it('says how many are missing where the model has no more, and keeps what it was paid for when it breaks', async () => {
    const replies = [made('one'), { status: 400 } as const, made()]
    const server = await startModelServer(() => replies.shift() ?? made())
    const project = newProject({ 'config.json': config })
    const environment = { OPENAI_COMPATIBLE_BASE_URL: server.url }
    const asked = ['evalset', 'generate', 'a.evalset.json', '--config', 'config.json', '--count', '2', '--yes']
    const broken = await project.start(asked, { environment }).ended
    expect(broken).toMatchObject({ exitCode: 3 })
    expect(EvalSet.parse(JSON.parse(project.read('a.evalset.json'))).eval_cases).toHaveLength(1)
    const { exitCode, stderr } = await project.start(asked, { environment }).ended
    expect([exitCode, stderr.split('\n').at(-2)]).toEqual([3, 'warning: 0 of 2 were made'])
  })
})

describe('shinsa run', () => {
  it('plays a file of scenarios, with the session of --session-input', async () => {
    const server = await startModelServer(() => ({ text: '</finished>' }))
    const project = newProject({
      'agent.mjs':
        'export default (message, { session }) => `${message} in ${session.state.room} for ${session.userId}`\n',
      'scenarios.json': scenarios,
      'session.json': session,
    })
    const { ended } = project.start(
      [
        'run',
        'scenarios.json',
        '-t',
        './agent.mjs',
        '--session-input',
        'session.json',
        '--json',
        '--yes',
        '--user-model',
        'openai-compatible/user',
        '--fail-on',
        'none',
      ],
      { environment: { OPENAI_COMPATIBLE_BASE_URL: server.url } },
    )
    const { stdout, stderr } = await ended
    expect(stderr).not.toContain('error')
    const { results } = JSON.parse(stdout)
    const answers = results.map(
      (one: { transcript: { invocations: { finalResponse: { parts: { text: string }[] } }[] } }) =>
        one.transcript.invocations.map(({ finalResponse }) => finalResponse.parts[0]?.text),
    )
    expect(answers).toEqual([['こんにちは in 204 for guest'], ['My room is cold. in 204 for guest']])
  })

  it('begins cases of a table with it too, and leaves alone those that say themselves how they begin', async () => {
    const project = newProject({
      'agent.mjs': 'export default (_message, { session }) => session.appName\n',
      'cases.csv': 'prompt,reference\nhi,hotel\n',
      'session.json': session,
    })
    const { document } = await project.runJson('cases.csv', '-t', './agent.mjs', '--session-input', 'session.json')
    expect(document.results[0]?.verdict).toBe('passed')
    const { stderr } = await project.runHere('run', 'cases.csv', '-t', './agent.mjs', '--session-input', 'none.json')
    expect(stderr).toContain('none.json')
  })
})
