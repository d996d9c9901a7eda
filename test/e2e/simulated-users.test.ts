import { describe, expect, it } from 'vitest'
import { startModelServer } from './model-server.ts'
import { newProject } from './run-shinsa.ts'

// Answers everybody, but for the third message of a conversation that is about a fuse.
const agent = `
export default (message, { history, caseId }) => {
  if (caseId === 'fuse' && history.length === 2) throw new Error('the fuse is gone')
  return { response: 'Answer ' + (history.length + 1) + ' to ' + JSON.stringify(message), toolCalls: [] }
}
`
const rules = { criteria: { tool_rules: { threshold: 1, forbidden: ['x'] } } }

type Scenario = { readonly starting_prompt?: string; readonly user_persona?: unknown }

function scenarios(cases: Readonly<Record<string, Scenario>>) {
  const eval_cases = Object.entries(cases).map(([eval_id, scenario]) => ({
    eval_id,
    conversation_scenario: { starting_prompt: 'Hello.', conversation_plan: 'Ask for a refund.', ...scenario },
  }))
  return { eval_set_id: 's', eval_cases }
}

/** A project whose users are played by `replies`, one after another; the last one is repeated. */
async function projectWith(
  replies: readonly string[],
  { cases = { refund: {} }, simulator }: { cases?: Readonly<Record<string, Scenario>>; simulator?: object } = {},
) {
  let said = 0
  const server = await startModelServer(() => ({ text: replies[Math.min((said += 1), replies.length) - 1] ?? '' }))
  const project = newProject({
    'agent.ts': agent,
    's.evalset.json': scenarios(cases),
    'test_config.json': { ...rules, ...(simulator && { user_simulator_config: simulator }) },
  })
  const args = ['s.evalset.json', '-t', './agent.ts', '--user-model', `openai-compatible/user@${server.url}`, '--yes']
  return { server, project, args }
}

describe('a simulated user', () => {
  it('that never ends is ended by the limit, and the report says so even where the case passed', async () => {
    const { project, args } = await projectWith(['And then?'], { simulator: { max_allowed_invocations: 3 } })
    const { stdout, exitCode } = await project.run('run', ...args)
    expect(exitCode).toBe(0)
    expect(stdout).toContain('\n1 cut off at the limit of turns of the simulated user\n')
    const shown = await project.run('show', 'latest', 'refund')
    expect(shown.stdout).toContain('the simulated user reached its limit of turns')
  })

  it('that speaks is refused before anything is asked, where there is a scenario to play', async () => {
    const { project, args, server } = await projectWith(['never'], { simulator: { type: 'llm_audio' } })
    const { exitCode, stderr } = await project.run('run', ...args)
    expect([exitCode, stderr]).toMatchInlineSnapshot(`
      [
        2,
        "error: user_simulator_config: a user of the type llm_audio speaks, and refund can only be played in writing
      hint: Agents are asked in text here. "type": "llm_backed" has the same user write.
      ",
      ]
    `)
    expect(server.prompts).toEqual([])
    const written = [{ user_content: { parts: [{ text: 'Hello.' }] } }]
    project.write({ 's.evalset.json': { eval_set_id: 's', eval_cases: [{ eval_id: 'a', conversation: written }] } })
    expect(await project.run('run', ...args)).toMatchObject({ exitCode: 0 })
  })

  it('with a limit of 1 says the starting prompt, and its model is not asked', async () => {
    const { project, args, server } = await projectWith(['never'], { simulator: { max_allowed_invocations: 1 } })
    const { document } = await project.runJson(...args)
    expect(document.results[0]?.transcript.invocations).toHaveLength(1)
    expect(document.results[0]?.transcript).toMatchObject({ ending: 'turn-limit' })
    expect(server.prompts).toEqual([])
  })

  it('that says the stop signal inside a sentence says the rest of it, and no more', async () => {
    const { project, args } = await projectWith(['They told me to write </finished> when all is well.'])
    const { document } = await project.runJson(...args)
    const { invocations, ending } = document.results[0]?.transcript ?? {}
    expect(ending).toBe('stop-signal')
    expect(invocations?.map(({ userContent }) => userContent.parts?.[0]?.text)).toEqual([
      'Hello.',
      'They told me to write when all is well.',
    ])
  })

  it('that says nothing is an error of the user, with the turns before it', async () => {
    const { project, args } = await projectWith(['Where is it?', '\u200b'])
    const { stdout, exitCode } = await project.runHere('run', ...args)
    expect(exitCode).toBe(1)
    expect(stdout).toContain(`? refund  “Hello.”
  the simulated user failed before turn 3: the model of the simulated user gave an empty reply
    → A limit on output tokens may leave no room behind its thoughts.
`)
  })

  it('whose agent throws in turn 3 has the turns before it, and the target is not called dead', async () => {
    const { project, args } = await projectWith(['And?'], { cases: { fuse: {} } })
    const { stdout, stderr, exitCode } = await project.runHere('run', ...args)
    expect(exitCode).toBe(1)
    expect(stdout).toContain('the agent did not finish turn 3: The agent’s function threw: the fuse is gone')
    expect(stderr).not.toContain('failed in the only case')
    expect((await project.runHere('show', 'latest', 'fuse')).stdout).toContain('Answer 2 to "And?"')
  })

  it.each([
    [{ custom_instructions: 'Play a customer.' }, 'never use {{ stop_signal }}'],
    [{ custom_instructions: `${allPlaceholders()} {{ wether }}` }, 'a template cannot have {{ wether }} in it'],
    [
      { custom_instructions: `${allPlaceholders()} {% if persona %}…{% endif %}` },
      'a template cannot have {% if persona %} in it',
    ],
    [{ custom_instructions: allPlaceholders() }, 'never use {{ persona }}'],
    [{ max_allowed_invocations: -2 }, 'expected a whole number of at least -1, got -2'],
  ])('with %j is refused before the agent is asked', async (simulator, problem) => {
    const { project, args } = await projectWith(['hi'], { simulator, cases: { refund: { user_persona: 'NOVICE' } } })
    const { exitCode, stdout, stderr } = await project.runHere('run', ...args)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain(problem)
    expect(stderr).not.toContain('done')
  })

  it('needs its model before the agent is asked, and no model where nothing is left to play', async () => {
    const { project } = await projectWith(['hi'])
    const { exitCode, stderr } = await project.runHere('run', 's.evalset.json', '-t', './agent.ts')
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/^error: There is no key for gemini-2.5-flash/)
    project.write({
      't.jsonl':
        '{"eval_id":"refund","invocations":[{"user_content":{"parts":[{"text":"Hi"}]},"intermediate_data":{}}]}\n',
    })
    const replayed = await project.runHere('run', 's.evalset.json', '-t', 'recorded:t.jsonl')
    expect([replayed.exitCode, replayed.stderr]).toEqual([0, expect.stringContaining('0 of 1 done')])
  })

  it('may not be sent anywhere by the dataset’s config', async () => {
    const { project } = await projectWith(['hi'], { simulator: { model: 'ollama/user@http://203.0.113.9/' } })
    const { exitCode, stderr } = await project.runHere('run', 's.evalset.json', '-t', './agent.ts')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('such a config may name a model and no address: ollama/user@http://203.0.113.9/')
  })

  it.each([
    [{ starting_prompt: ' ' }, 'the scenario of refund has an empty starting prompt', 'first message'],
    [{ user_persona: 'EXPERTT' }, 'there is no persona "EXPERTT"', 'Did you mean "EXPERT"?'],
    [{ user_persona: { id: 'X', description: 'd', behaviours: [] } }, 'unknown key', 'Did you mean "behaviors"?'],
  ])('is not played from the scenario %j', async (scenario, problem, hint) => {
    const { project, args } = await projectWith(['hi'], { cases: { refund: scenario } })
    const { exitCode, stderr } = await project.runHere('run', ...args)
    expect(exitCode).toBe(2)
    expect(stderr).toContain(problem)
    expect(stderr).toContain(hint)
  })
})

function allPlaceholders(): string {
  return '{{ conversation_plan }} {{ conversation_history }} {{ stop_signal }}'
}
