import { describe, expect, it } from 'vitest'
import { runShinsa } from '../run-shinsa.ts'

describe('an evaluation in code', () => {
  it('plays both arms without a model, says what it could not judge, and compares the arms', async () => {
    const { code, stdout } = await runShinsa(['run', '**/*.eval.ts'], { cwd: import.meta.dirname })
    expect(stdout.slice(0, stdout.indexOf('\n\n'))).toMatchInlineSnapshot(`
      "weather: today
      ✗ FAILED  5 of 5 evaluated results passed, 100 % (95 % interval 20–100 %)
      ? 5 of 10 not evaluated: with them, the pass rate lies between 50 % and 100 %
      Gate: pass-rate-low is 0.0167 with 5 not evaluated counted against it, below 0.8"
    `)
    expect(stdout.slice(stdout.indexOf('\n○') + 1).split('\n\n')[0]).toMatchInlineSnapshot(`
      "○ NOT GATED  0 of 5 evaluated results passed, 0 % (95 % interval 0–80 %)
      ? 5 of 10 not evaluated: with them, the pass rate lies between 0 % and 50 %
      5 failed"
    `)
    expect(/✗ how-warm-is-it-in-kyoto \(repeat 5.*?\n\n/s.exec(stdout)?.[0]).toMatchInlineSnapshot(`
      "✗ how-warm-is-it-in-kyoto (repeat 5 of 5)  “How warm is it in Kyoto?”
        tool_trajectory_avg_score: 0 is below the threshold 1: Tool call get_weather is missing; 0 of 1 expected call
          matched
                             expected                    actual
          − missing          get_weather(city: "Kyoto")
        answer_pattern: 0 is below the threshold 1: The answer does not match /34/
          expected  /34/
          actual    I cannot look up the weather.

      "
    `)
    expect(/\? hi \(repeat 5.*?\n\n/s.exec(stdout)?.[0]).toMatchInlineSnapshot(`
      "? hi (repeat 5 of 5)  “Hi”
        rubric_based_multi_turn_trajectory_quality_v1: not evaluated: the embedded judge cannot judge "rubrics": that takes
          a language model

      "
    `)
    expect(stdout.slice(stdout.indexOf('\nArms'))).toMatchInlineSnapshot(`
      "
      Arms, compared in pairs on the same cases
        today     100 %
        no tools  0 %
      cannot tell no tools from today yet: −100 points (95 % interval −100 to +73.4); McNemar with Holm’s correction: p 1; it
      would take about 3,138 cases to see 5 points

      ✗ FAILED  weather: today: 5 of 5 evaluated results passed, 100 % (95 % interval 20–100 %)
      ○ NOT GATED  weather: no tools: 0 of 5 evaluated results passed, 0 % (95 % interval 0–80 %)
      Exit code 1
      "
    `)
    expect(code).toBe(1)
  })

  it('plays one case of one agent, with flags that win over the file', async () => {
    const flags = ['--target', './agent.ts#agent', '--filter', 'how-warm*', '--repeat', '1', '--fail-on', 'failed']
    const { code, stdout } = await runShinsa(['run', 'weather.eval.ts', ...flags], { cwd: import.meta.dirname })
    expect(stdout).toMatch(/^✓ PASSED {2}1 of 1 case passed/)
    expect(stdout).not.toContain('Arms')
    expect(code).toBe(0)
  })
})
