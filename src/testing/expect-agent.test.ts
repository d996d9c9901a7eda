import { AssertionError } from 'node:assert'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../compose/run-store.ts'
import type { FunctionAgent } from '../targets/index.ts'
import { expectAgent } from './expect-agent.ts'

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'shinsa-expect-'))
})
afterEach(() => rm(cwd, { recursive: true }))

/** Asks its weather tool about the city that the message ends with, and remembers who said hello. */
const weather: FunctionAgent = async (text, { tools, session }) => {
  const [, name] = /I am (\w+)/.exec(text) ?? []
  if (name !== undefined) session.state['name'] = name
  const [, city] = /in (\w+)\?/.exec(text) ?? []
  if (city === undefined) return `Hello ${String(session.state['name'] ?? 'you')}!`
  const found = await tools.call('get_weather', { city, unit: 'C' }, () => ({ degrees: 21 }))
  const { degrees } = found as { degrees: number }
  const toolCalls = [{ name: 'get_weather', args: { city, unit: 'C' } }]
  return { response: `It is ${degrees} degrees in ${city}.`, toolCalls }
}

const broken: FunctionAgent = (text) => {
  if (text === 'two') throw new Error('no key for the weather service')
  return 'fine'
}

const brokenLate: FunctionAgent = async (text, context) => {
  if (text === 'one') return 'fine'
  await context.tools.call('search', {}, () => 'found')
  throw new Error('no disk')
}

const untold: FunctionAgent = () => ({ response: 'Gone.', toolCalls: [{ name: 'delete_city' }] })

const late: FunctionAgent = () => new Promise<string>(() => undefined)

const isShort = (answer: string) => answer.length < 10

const askUntold = () => expectAgent(untold, { cwd }).ask('Delete Oslo')

const ask = () => expectAgent(weather, { cwd, tools }).ask('How warm is it in Kyoto?')

const tools = { get_weather: ({ city }: { city: string }) => ({ degrees: city === 'Kyoto' ? 34 : 7 }) }

describe('expectAgent', () => {
  it('asks, with tools that the test answers, and expects calls, answers and more', async () => {
    const turn = await expectAgent(weather, { cwd, tools })
      .ask('How warm is it in Kyoto?')
      .toCall('get_weather', { city: 'Kyoto' })
      .toAnswer(/34/)
      .toAnswer('It is 34 degrees in Kyoto.')
      .toSatisfy((answer, { calls }) => answer.length < 100 && calls.length === 1)
      .not.toCall('delete_city')
      .not.toAnswer(/sorry/i)
    expect(turn).toMatchObject({ answer: 'It is 34 degrees in Kyoto.', calls: [{ name: 'get_weather' }] })
  })

  it('runs the real tool where the test has none', async () => {
    await expectAgent(weather, { cwd }).ask('How warm is it in Kyoto?').toAnswer(/21/)
  })

  it('goes on in the same conversation, awaited at the end', async () => {
    await expectAgent(weather, { cwd, tools })
      .ask('Hi, I am Ann')
      .toAnswer('Hello Ann!')
      .next('How warm is it in Oslo?')
      .toAnswer(/\b7\b/)
      .next('Who am I?')
      .toAnswer('Hello Ann!')
  })

  it('goes on in the same conversation, awaited step by step, and says nothing twice', async () => {
    const heard: string[] = []
    const agent: FunctionAgent = (text, { history }) => {
      heard.push(text)
      return `${text} after ${history.length}`
    }
    const chat = expectAgent(agent, { cwd }).ask('one')
    expect((await chat).answer).toBe('one after 0')
    await chat.toAnswer('one after 0')
    const { answer } = await chat.next('two').toAnswer('two after 1')
    await chat.next(`${answer}!`).toAnswer('two after 1! after 2')
    expect(heard).toEqual(['one', 'two', 'two after 1!'])
  })

  it('says what differs in the answer, and where the test says so', async () => {
    const error = await failureOf(
      expectAgent(weather, { cwd, tools }).ask('How warm is it in Kyoto?').toAnswer('It is 21 degrees in Kyoto.'),
    )
    expect(shown(error)).toMatchInlineSnapshot(`
      "✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–80 %)
      Gate: 1 result failed

      ✗ src/testing/exp…answer, and where the test says so  “How warm is it in Kyoto?”
        toAnswer: The number differs: 21 is expected, 34 is said.
          expected  It is [-21-] degrees in Kyoto.
          actual    It is {+34+} degrees in Kyoto.
      All of it: shinsa show RUN 'src/testing/expect-agent.test.ts > expectAgent > says what differs in the answer, and where the test says so'"
    `)
    expect(error.stack).toMatch(/\n {4}at .*expect-agent\.test\.ts:\d+:\d+\)?$/)
    expect(error).toBeInstanceOf(AssertionError)
  })

  it('says which argument is off', async () => {
    const chat = expectAgent(weather, { cwd, tools })
      .ask('How warm is it in Kyoto?')
      .toCall('get_weather', { city: /^Osaka$/, unit: 'C' })
    expect(shown(await failureOf(chat))).toMatchInlineSnapshot(`
      "✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–80 %)
      Gate: 1 result failed

      ✗ src/testing/exp…Agent > says which argument is off  “How warm is it in Kyoto?”
        toCall: get_weather was called with other arguments
                             expected                               actual
          ≠ wrong arguments  get_weather(city: "/^Osaka$/", unit:…  get_weather(city: "Kyoto", unit: "C")
                             city: expected "/^Osaka$/", actual "Kyoto"
      All of it: shinsa show RUN 'src/testing/expect-agent.test.ts > expectAgent > says which argument is off'"
    `)
  })

  it('says what was called in place of what was expected, and what should not have been', async () => {
    expect(shown(await failureOf(ask().toCall('get_forecast', { city: 'Kyoto' })))).toMatchInlineSnapshot(`
      "✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–80 %)
      Gate: 1 result failed

      ✗ src/testing/exp…ted, and what should not have been  “How warm is it in Kyoto?”
        toCall: get_forecast was not called
                             expected                     actual
          − missing          get_forecast(city: "Kyoto")
          + extra                                         get_weather(city: "Kyoto", unit: "C")
      All of it: shinsa show RUN 'src/testing/expect-agent.test.ts > expectAgent > says what was called in place of what was expected, and what should not have been'"
    `)
    expect(shown(await failureOf(ask().not.toCall('get_weather')))).toMatchInlineSnapshot(`
      "✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–80 %)
      Gate: 1 result failed

      ✗ src/testing/exp…and what should not have been (2)  “How warm is it in Kyoto?”
        toCall: get_weather was called
                             expected  actual
          ✗ forbidden                  get_weather(city: "Kyoto", unit: "C")
      All of it: shinsa show RUN 'src/testing/expect-agent.test.ts > expectAgent > says what was called in place of what was expected, and what should not have been (2)'"
    `)
  })

  it('does not take arguments that the agent did not tell for other ones', async () => {
    await askUntold().toCall('delete_city').not.toCall('delete_town', { city: 'Oslo' })
    const args = { city: 'Oslo' }
    for (const chat of [askUntold().toCall('delete_city', args), askUntold().not.toCall('delete_city', args)]) {
      expect(shown(await failureOf(chat))).toContain('What a tool was called with is unknown')
    }
  })

  it('says what a function says, returned or thrown, and what a judge found missing', async () => {
    expect(shown(await failureOf(ask().toSatisfy(isShort)))).toMatchInlineSnapshot(`
      "✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–80 %)
      Gate: 1 result failed

      ✗ src/testing/exp…wn, and what a judge found missing  “How warm is it in Kyoto?”
        toSatisfy: isShort says false
          actual    It is 34 degrees in Kyoto.
      All of it: shinsa show RUN 'src/testing/expect-agent.test.ts > expectAgent > says what a function says, returned or thrown, and what a judge found missing'"
    `)
    expect(shown(await failureOf(ask().toSatisfy((answer) => expect(answer).toContain('Fahrenheit')))))
      .toMatchInlineSnapshot(`
        "✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–80 %)
        Gate: 1 result failed

        ✗ src/testing/exp…and what a judge found missing (2)  “How warm is it in Kyoto?”
          toSatisfy: (answer) => expect(answer).toContain("Fahrenheit") threw: expected 'It is 34 degrees
            in Kyoto.' to contain 'Fahrenheit'
            actual    It is 34 degrees in Kyoto.
        All of it: shinsa show RUN 'src/testing/expect-agent.test.ts > expectAgent > says what a function says, returned or thrown, and what a judge found missing (2)'"
      `)
    expect(shown(await failureOf(ask().toSatisfy('Names the city of Oslo')))).toMatchInlineSnapshot(`
      "✗ FAILED  Pass rate –: nothing was evaluated
      ? 1 of 1 not evaluated
      Gate: nothing was evaluated: 1 result without a verdict, 1 result could not be evaluated

      ? src/testing/exp…and what a judge found missing (3)  “How warm is it in Kyoto?”
        rubric_based_final_response_quality_v1: not evaluated: the embedded judge cannot judge
          "rubrics": that takes a language model
      All of it: shinsa show RUN 'src/testing/expect-agent.test.ts > expectAgent > says what a function says, returned or thrown, and what a judge found missing (3)'"
    `)
  })

  it('says at which turn an agent broke or was too late', async () => {
    expect(shown(await failureOf(expectAgent(broken, { cwd }).ask('one').next('two').toAnswer(/x/))))
      .toMatchInlineSnapshot(`
        "✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–80 %)
        Gate: nothing was scored: the agent failed wherever it was evaluated, 1 result ended in an error

        ! src/testing/exp…urn an agent broke or was too late  “one”
          the agent did not finish turn 2: The agent’s function threw: no key for the weather service
        All of it: shinsa show RUN 'src/testing/expect-agent.test.ts > expectAgent > says at which turn an agent broke or was too late'"
      `)
    expect(shown(await failureOf(expectAgent(late, { cwd, timeoutMs: 20 }).ask('one')))).toMatchInlineSnapshot(`
      "✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–80 %)
      Gate: nothing was scored: the agent failed wherever it was evaluated, 1 result ended in an error

      ! src/testing/exp…an agent broke or was too late (2)  “one”
        the agent did not finish: Case src/testing/expect-agent.test.ts > expectAgent > says at which
          turn an agent broke or was too late (2): the agent took longer than 0.02 s
          → Raise the time limit, or see why the agent hangs
      All of it: shinsa show RUN 'src/testing/expect-agent.test.ts > expectAgent > says at which turn an agent broke or was too late (2)'"
    `)
  })

  it('keeps what failed, and only that', async () => {
    await expectAgent(weather, { cwd }).ask('How warm is it in Kyoto?').toAnswer(/21/)
    const error = await failureOf(expectAgent(weather, { cwd }).ask('How warm is it in Kyoto?').toAnswer(/22/))
    const [, runId = '', caseId] = /shinsa show (\S+) '(.*)'$/.exec(error.message) ?? []
    const store = openStore(join(cwd, '.shinsa', 'runs.db'))
    const runs = await store.list()
    const [record] = await Array.fromAsync(store.records(runId))
    await store.close()
    expect(runs.map(({ plan }) => plan.runId)).toEqual([runId])
    expect(record?.result).toMatchObject({ verdict: 'failed', evalCase: { id: caseId } })
  })

  it('keeps it where SHINSA_STORE says', async () => {
    const [elsewhere, former] = [join(cwd, 'team.db'), process.env['SHINSA_STORE']]
    process.env['SHINSA_STORE'] = elsewhere
    try {
      const error = await failureOf(expectAgent(weather, { cwd }).ask('How warm is it in Kyoto?').toAnswer(/22/))
      await expectAgent(weather, { cwd }).toPass([{ ask: 'How warm is it in Kyoto?', answer: /21/ }])
      const store = openStore(elsewhere)
      const runs = await store.list()
      await store.close()
      expect(runs.map(({ plan }) => plan.runId)).toContain(/shinsa show (\S+)/.exec(error.message)?.[1])
      expect(runs).toHaveLength(2)
      expect(existsSync(join(cwd, '.shinsa', 'runs.db'))).toBe(false)
    } finally {
      if (former === undefined) delete process.env['SHINSA_STORE']
      else process.env['SHINSA_STORE'] = former
    }
  })

  it('points to the turn in which an agent broke, also after it called a tool', async () => {
    const chat = expectAgent(brokenLate, { cwd }).ask('one')
    const [second, expected] = [chat.next('two'), lineOf(new Error('here'))]
    const third = second.next('three')
    expect(lineOf(await failureOf(third))).toBe(expected)
  })

  it('evaluates cases of a file, with a gate', async () => {
    await writeFile(
      join(cwd, 'weather.csv'),
      'id,question,answer\nkyoto,How warm is it in Kyoto?,It is 34 degrees in Kyoto.\noslo,How warm is it in Oslo?,It is 8 degrees there now.\n',
    )
    const subject = expectAgent(weather, { cwd, tools })
    const { run } = await subject.toPass('weather.csv', { gate: 'pass-rate<0.5' })
    expect(run.summary?.results).toMatchObject({ passed: 1, failed: 1 })
    const error = await failureOf(subject.toPass('weather.csv', { gate: ['failed', 'pass-rate<0.9'], repeat: 2 }))
    expect(shown(error)).toMatchInlineSnapshot(`
      "✗ FAILED  2 of 4 results passed, 50 % (95 % interval 1–99 %)
      Gate: 2 results failed, pass-rate is 0.5, below 0.9

      ✗ oslo (repeat 1 of 2)  “How warm is it in Oslo?”
        reference_match: The number differs: 8 is expected, 7 is said.
          expected  It is [-8-] degrees [-there-] [-now-].
          actual    It is {+7+} degrees {+in+} {+Oslo+}.

      ✗ oslo (repeat 2 of 2)  “How warm is it in Oslo?”
        reference_match: The number differs: 8 is expected, 7 is said.
          expected  It is [-8-] degrees [-there-] [-now-].
          actual    It is {+7+} degrees {+in+} {+Oslo+}.
      All of it: shinsa show RUN oslo"
    `)
    expect(error.stack).toMatch(/\n {4}at .*expect-agent\.test\.ts:\d+:\d+\)?$/)
  })

  it.each([
    [undefined, true],
    [true, true],
    [['34'], true],
    [1, true],
    [{ score: 1 }, true],
    [false, false],
    [null, false],
    [0.5, false],
    [{ score: 0.5 }, false],
    [{ passed: false, score: 1 }, false],
  ])('takes %j from a function for %s', async (said, isYes) => {
    const chat = ask().toSatisfy(() => said)
    expect(
      await chat.then(
        () => true,
        () => false,
      ),
    ).toBe(isYes)
  })

  it('evaluates cases in code', async () => {
    const cases = [{ id: 'kyoto', ask: 'How warm is it in Kyoto?', answer: /21/ }]
    expect(shown(await failureOf(expectAgent(weather, { cwd, tools }).toPass(cases)))).toMatchInlineSnapshot(`
      "✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–80 %)
      Gate: 1 result failed

      ✗ kyoto  “How warm is it in Kyoto?”
        answer_pattern: The answer does not match /21/
          expected  /21/
          actual    It is 34 degrees in Kyoto.
      All of it: shinsa show RUN kyoto"
    `)
  })

  it('refuses options that there are not, also where it is only asked', async () => {
    const options = { cwd, tool: {} }
    expect((await failureOf(expectAgent(weather, options).ask('Hi'))).message).toContain('has no option tool')
  })

  it('says what cannot be evaluated as a sentence with its hint', async () => {
    expect(shown(await failureOf(expectAgent(weather, { cwd }).toPass('wether.csv')))).toMatchInlineSnapshot(`
      "FOLDER/wether.csv: there is no such file
      Relative paths start from the working directory."
    `)
    expect(shown(await failureOf(expectAgent('agent.ts', { cwd }).ask('Hi')))).toMatchInlineSnapshot(`
      "agent.ts is no target: no name in the config and no file
      A target is ./agent.ts[#export], command:PROGRAM ARGUMENTS, http(s)://URL, adk:URL/APP, a2a:URL, acp:COMMAND, mcp:COMMAND|URL, openai:MODEL@URL, recorded:FILE, run:ID, or a name from the config."
    `)
  })
})

async function failureOf(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof Error) return error
  throw new Error('it passed')
}

function lineOf({ stack = '' }: Error): string | undefined {
  return /expect-agent\.test\.ts:(\d+)/.exec(stack)?.[1]
}

function shown({ message }: Error): string {
  return message.replaceAll(/\d{8}-\d{6}-\w+/g, 'RUN').replaceAll(cwd, 'FOLDER')
}
