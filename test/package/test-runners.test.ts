import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installPacked } from './install-packed.ts'
import { runIn, runnerProject } from './runner-project.ts'

const place = mkdtempSync(join(tmpdir(), 'shinsa-runners-'))
let installed = ''

describe('the package in test runners', () => {
  beforeAll(async () => {
    installed = (await installPacked(place, ['vitest', 'vite'])).installed
  })

  afterAll(() => rmSync(place, { recursive: true }))

  it('tells in Vitest why agents fail, in at most 25 lines each, and keeps them as one run', () => {
    const folder = runnerProject(place, 'vitest')
    // How long a busy machine takes to load a package is nothing that these tests are about.
    const { status, text } = runIn(folder, [
      join(place, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--testTimeout=300000',
    ])
    const failures = text.split(/^⎯.*\n/m).filter((block) => block.includes(' FAIL '))
    expect(failures.map((block) => block.trim().split('\n').length).filter((lines) => lines > 25)).toEqual([])
    expect(failures.map((block) => block.trim()).join('\n\n')).toMatchInlineSnapshot(`
      "FAIL  weather.test.ts > answers
      AssertionError: ✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–80 %)
      Gate: 1 result failed

      ✗ weather.test.ts > answers  “How warm is it in Kyoto?”
        toAnswer: The number differs: 21 is expected, 34 is said.
          expected  It is [-21-] degrees in Kyoto.
          actual    It is {+34+} degrees in Kyoto.
      All of it: shinsa show RUN 'weather.test.ts > answers'
       ❯ weather.test.ts:8:71
            6|
            7| it('answers', async () => {
            8|   await expectAgent(agent, { tools }).ask('How warm is it in Kyoto?').…
             |                                                                       ^
            9| })
           10|

      FAIL  weather.test.ts > looks it up
      AssertionError: ✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–80 %)
      Gate: 1 result failed

      ✗ weather.test.ts > looks it up  “How warm is it in Kyoto?”
        toCall: get_weather was called with other arguments
          turn 2
                             expected                   actual
          ≠ wrong arguments  get_weather(city: "東京")  get_weather(city: "京都")
                             city: expected "東京", actual "京都"
      All of it: shinsa show RUN 'weather.test.ts > looks it up'
       ❯ weather.test.ts:16:6
           14|     .toAnswer(/34/)
           15|     .next('And in 京都?')
           16|     .toCall('get_weather', { city: '東京' })
             |      ^
           17| })
           18|

      FAIL  weather.test.ts > is polite
      AssertionError: ✗ FAILED  Pass rate –: nothing was evaluated
      ? 1 of 1 not evaluated
      Gate: nothing was evaluated: 1 result without a verdict, 1 result could not be evaluated

      ? weather.test.ts > is polite  “How warm is it in Kyoto?”
        rubric_based_final_response_quality_v1: not evaluated: the embedded judge cannot judge
          "rubrics": that takes a language model
      All of it: shinsa show RUN 'weather.test.ts > is polite'
       ❯ weather.test.ts:20:71
           18|
           19| it('is polite', async () => {
           20|   await expectAgent(agent, { tools }).ask('How warm is it in Kyoto?').…
             |                                                                       ^
           21| })
           22|

      FAIL  weather.test.ts > knows all cities
      AssertionError: ✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–80 %)
      Gate: nothing was scored: the agent failed wherever it was evaluated, 1 result ended in an error

      ! weather.test.ts > knows all cities  “How warm is it in Nowhere?”
        the agent did not finish: The agent’s function threw: there is no such city
          at agent (agent.ts:5:33)
      All of it: shinsa show RUN 'weather.test.ts > knows all cities'
       ❯ weather.test.ts:24:28
           22|
           23| it('knows all cities', async () => {
           24|   await expectAgent(agent).ask('How warm is it in Nowhere?').toAnswer(…
             |                            ^
           25| })
           26|

      FAIL  weather.test.ts > is in time
      AssertionError: ✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–80 %)
      Gate: nothing was scored: the agent failed wherever it was evaluated, 1 result ended in an error

      ! weather.test.ts > is in time  “How warm is it in Slowtown?”
        the agent did not finish: Case weather.test.ts > is in time: the agent took longer than 0.05 s
          → Raise the time limit, or see why the agent hangs
      All of it: shinsa show RUN 'weather.test.ts > is in time'
       ❯ weather.test.ts:28:47
           26|
           27| it('is in time', async () => {
           28|   await expectAgent(agent, { timeoutMs: 50 }).ask('How warm is it in S…
             |                                               ^
           29| })
           30|

      FAIL  weather.test.ts > passes its cases
      AssertionError: ✗ FAILED  0 of 200 cases passed, 0 % (95 % interval 0–2 %)
      Gate: pass-rate-low is 0, below 0.8
      ✗ c0  “How warm is it in Kyoto?”
        reference_match: The number differs: 100 is expected, 21 is said.
          expected  [-Rain,-] [-at-] [-100-] degrees
          actual    {+It+} {+is+} {+21+} degrees{+ in Kyoto.+}
      ✗ c1  “How warm is it in Kyoto?”
        reference_match: The number differs: 101 is expected, 21 is said.
          expected  [-Rain,-] [-at-] [-101-] degrees
          actual    {+It+} {+is+} {+21+} degrees{+ in Kyoto.+}
      ✗ c2  “How warm is it in Kyoto?”
        reference_match: The number differs: 102 is expected, 21 is said.
          expected  [-Rain,-] [-at-] [-102-] degrees
          actual    {+It+} {+is+} {+21+} degrees{+ in Kyoto.+}
      and 197 more
      All of it: shinsa show RUN c0
       ❯ weather.test.ts:32:28
           30|
           31| it('passes its cases', async () => {
           32|   await expectAgent(agent).toPass('weather.csv', { gate: 'pass-rate-lo…
             |                            ^
           33| })
           34|

      FAIL  weather.test.ts > is waited for
      AssertionError: ✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–80 %)
      Gate: 1 result failed

      ✗ weather.test.ts > is waited for  “How warm is it in Kyoto?”
        toAnswer: the answer does not match /34/
          actual    It is 21 degrees in Kyoto.
      All of it: shinsa show RUN 'weather.test.ts > is waited for'
       ❯ weather.test.ts:36:54
           34|
           35| it('is waited for', () => {
           36|   expectAgent(agent).ask('How warm is it in Kyoto?').toAnswer(/34/)
             |                                                      ^
           37| })
           38|"
    `)
    expect(text.split('\n').filter((line) => line.includes('   Shinsa  '))).toMatchInlineSnapshot(`
      [
        "   Shinsa  0 of 5 evaluated cases passed, 0 % (95 % interval 0–44 %): shinsa show RUN",
        "   Shinsa  1 run of toPass: shinsa list",
      ]
    `)
    expect(status).toBe(1)
    const list = runIn(folder, [join(installed, 'bin', 'shinsa.js'), 'list']).text
    // Within a second the order is that of their random ends.
    expect(list.split('\n').toSorted().join('\n')).toMatchInlineSnapshot(`
      "
      RUN         ✗ failed  0 % (0–2 %)                    weather  agent
      RUN vitest  ✗ failed  0 % (0–44 %); 1 not evaluated  vitest   agent
      run                          verdict   pass rate                      dataset  target"
    `)
    const shown = runIn(folder, [join(installed, 'bin', 'shinsa.js'), 'show', 'vitest', 'weather.test.ts > answers'])
    expect(shown.text).toMatchInlineSnapshot(`
      "✗ failed  weather.test.ts > answers

      turn 1
      user    How warm is it in Kyoto?
      called  get_weather({"city":"Kyoto"})
      agent   It is 34 degrees in Kyoto.

      toAnswer                 ✗ 0 (threshold 1)  met 0
      tool_call_count_v1         1 call
      inference_call_count_v1  – The agent does not report it
      token_usage_v1           – The agent does not report it
      invocation_duration_v1     TIME

      toAnswer: 0 is below the threshold 1: The number differs: 21 is expected, 34 is said.
        expected  It is [-21-] degrees in Kyoto.
        actual    It is {+34+} degrees in Kyoto.

      took TIME

      "
    `)
  })

  it('tells in node:test why agents fail, in at most 25 lines each', () => {
    const folder = runnerProject(place, 'node:test')
    const { status, text } = runIn(folder, ['--test'])
    const failures = text.split(/^(?=test at )/m).slice(1)
    expect(failures.map((block) => block.trim().split('\n').length).filter((lines) => lines > 25)).toEqual([])
    expect(failures.map((block) => block.trim()).join('\n\n')).toMatchInlineSnapshot(`
      "test at weather.test.ts:7:1
      ✖ answers (TIME)
        AssertionError [ERR_ASSERTION]: ✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–80 %)
        Gate: 1 result failed
        
        ✗ how-warm-is-it-in-kyoto  “How warm is it in Kyoto?”
          toAnswer: The number differs: 21 is expected, 34 is said.
            expected  It is [-21-] degrees in Kyoto.
            actual    It is {+34+} degrees in Kyoto.
        All of it: shinsa show RUN how-warm-is-it-in-kyoto
            at TestContext.<anonymous> (FOLDER/weather.test.ts:8:71)

      test at weather.test.ts:11:1
      ✖ looks it up (TIME)
        AssertionError [ERR_ASSERTION]: ✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–80 %)
        Gate: 1 result failed
        
        ✗ how-warm-is-it-in-kyoto  “How warm is it in Kyoto?”
          toCall: get_weather was called with other arguments
            turn 2
                               expected                   actual
            ≠ wrong arguments  get_weather(city: "東京")  get_weather(city: "京都")
                               city: expected "東京", actual "京都"
        All of it: shinsa show RUN how-warm-is-it-in-kyoto
            at TestContext.<anonymous> (FOLDER/weather.test.ts:16:6)

      test at weather.test.ts:19:1
      ✖ is polite (TIME)
        AssertionError [ERR_ASSERTION]: ✗ FAILED  Pass rate –: nothing was evaluated
        ? 1 of 1 not evaluated
        Gate: nothing was evaluated: 1 result without a verdict, 1 result could not be evaluated
        
        ? how-warm-is-it-in-kyoto  “How warm is it in Kyoto?”
          rubric_based_final_response_quality_v1: not evaluated: the embedded judge cannot judge
            "rubrics": that takes a language model
        All of it: shinsa show RUN how-warm-is-it-in-kyoto
            at TestContext.<anonymous> (FOLDER/weather.test.ts:20:71)

      test at weather.test.ts:23:1
      ✖ knows all cities (TIME)
        AssertionError [ERR_ASSERTION]: ✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–80 %)
        Gate: nothing was scored: the agent failed wherever it was evaluated, 1 result ended in an error
        
        ! how-warm-is-it-in-nowhere  “How warm is it in Nowhere?”
          the agent did not finish: The agent’s function threw: there is no such city
            at agent (agent.ts:5:33)
        All of it: shinsa show RUN how-warm-is-it-in-nowhere
            at TestContext.<anonymous> (FOLDER/weather.test.ts:24:28)

      test at weather.test.ts:27:1
      ✖ is in time (TIME)
        AssertionError [ERR_ASSERTION]: ✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–80 %)
        Gate: nothing was scored: the agent failed wherever it was evaluated, 1 result ended in an error
        
        ! how-warm-is-it-in-slowtown  “How warm is it in Slowtown?”
          the agent did not finish: Case how-warm-is-it-in-slowtown: the agent took longer than 0.05 s
            → Raise the time limit, or see why the agent hangs
        All of it: shinsa show RUN how-warm-is-it-in-slowtown
            at TestContext.<anonymous> (FOLDER/weather.test.ts:28:47)

      test at weather.test.ts:31:1
      ✖ passes its cases (TIME)
        AssertionError [ERR_ASSERTION]: ✗ FAILED  0 of 200 cases passed, 0 % (95 % interval 0–2 %)
        Gate: pass-rate-low is 0, below 0.8
        ✗ c0  “How warm is it in Kyoto?”
          reference_match: The number differs: 100 is expected, 21 is said.
            expected  [-Rain,-] [-at-] [-100-] degrees
            actual    {+It+} {+is+} {+21+} degrees{+ in Kyoto.+}
        ✗ c1  “How warm is it in Kyoto?”
          reference_match: The number differs: 101 is expected, 21 is said.
            expected  [-Rain,-] [-at-] [-101-] degrees
            actual    {+It+} {+is+} {+21+} degrees{+ in Kyoto.+}
        ✗ c2  “How warm is it in Kyoto?”
          reference_match: The number differs: 102 is expected, 21 is said.
            expected  [-Rain,-] [-at-] [-102-] degrees
            actual    {+It+} {+is+} {+21+} degrees{+ in Kyoto.+}
        ✗ c3  “How warm is it in Kyoto?”
          reference_match: The number differs: 103 is expected, 21 is said.
            expected  [-Rain,-] [-at-] [-103-] degrees
            actual    {+It+} {+is+} {+21+} degrees{+ in Kyoto.+}
        and 196 more
        All of it: shinsa show RUN c0
            at TestContext.<anonymous> (FOLDER/weather.test.ts:32:28)"
    `)
    expect(status).toBe(1)
    expect(
      runIn(folder, [join(installed, 'bin', 'shinsa.js'), 'list'])
        .text.trim()
        .split('\n'),
    ).toHaveLength(8)
  })

  it('fails in node:test also where nobody waits for it', () => {
    const folder = runnerProject(place, 'node:test')
    const { status, text } = runIn(folder, ['--test', '--test-name-pattern=is waited for'])
    expect(text).toContain('the answer does not match /34/')
    expect(status).toBe(1)
  })
})
