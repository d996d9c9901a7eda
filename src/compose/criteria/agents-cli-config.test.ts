import { describe, expect, it } from 'vitest'
import { EvalError, message, toEnglish } from '../../core/index.ts'
import { parseYamlDocument } from '../../formats/kit/yaml-document.ts'
import { agentsCliConfigFrom, isAgentsCliConfig } from './agents-cli-config.ts'

const file = 'tests/eval/eval_config.yaml'
const known = ['hallucinations_v1', 'response_match_score', 'final_response_match_v2']

async function read(text: string) {
  const value = await parseYamlDocument(text, file)
  expect(isAgentsCliConfig(value)).toBe(true)
  return agentsCliConfigFrom(value, { file }, known)
}

// What agents-cli 1.4 scaffolds, with what its documentation shows beside.
const scaffold = `
metrics_to_run:
  - custom_response_quality
  - response_under_500_chars   # a comment
  - general_quality
  - tone
  - hallucination
  - grounding
  - response_match_score
  - final_response_match
`
const custom = `
custom_metrics:
  - name: custom_response_quality
    custom_function_file: response_quality.py
  - {name: response_under_500_chars, custom_function: "def evaluate(instance):\\n    return {'score': 1}"}
  - name: tone
    prompt_template: |
      Rate 1-5: {prompt}
      Return JSON: {{"score": <1-5>}}
  - name: final_response_match
    judge_model: gemini-2.5-flash
    judge_model_sampling_count: 3
    threshold: 0.5
    metric_spec_parameters:
      rubric_group_key: case_criteria
`

describe('an eval_config.yaml of agents-cli', () => {
  it('asks for metrics by its own names and by ours', async () => {
    const { criteria } = await read(scaffold + custom)
    expect(criteria).toEqual([
      { metricName: 'hallucinations_v1', threshold: 0.8, criterion: { threshold: 0.8 } },
      { metricName: 'response_match_score', threshold: 0.8, criterion: { threshold: 0.8 } },
      {
        metricName: 'final_response_match_v2',
        threshold: 0.5,
        criterion: { threshold: 0.5, judge_model_options: { judge_model: 'gemini-2.5-flash', num_samples: 3 } },
      },
    ])
  })

  it('names what cannot run here, and leaves nothing out', async () => {
    const { unavailable, notes } = await read(scaffold + custom)
    expect([...unavailable.map(({ reason }) => toEnglish(reason)), ...notes.map(toEnglish)]).toMatchInlineSnapshot(`
      [
        "custom_response_quality is Python in response_quality.py, which does not run here",
        "response_under_500_chars is Python in the config, which does not run here",
        "general_quality has no counterpart here",
        "tone is a prompt for the judge of agents-cli, whose scale is its own",
        "tests/eval/eval_config.yaml: final_response_match asks the rubrics of all groups; metric_spec_parameters choose none",
      ]
    `)
    const [first] = unavailable
    expect(await first?.metric.score({ id: 'a' }, { invocations: [] } as never, {} as never)).toMatchObject({
      metric: 'custom_response_quality',
      status: 'not-evaluated',
    })
  })

  it.each([
    ['metrics_to_run: [halucination]', 'there is no metric halucination', 'Did you mean "hallucination"?'],
    [
      'metrics_to_run: []\ncustom_metrics: [{name: a, custom_function: x}]',
      'metrics_to_run names no metric',
      'custom_metrics only says what there is: a.',
    ],
    ['metrics_to_run: hallucination', 'metrics_to_run: expected a list', ''],
  ])('refuses %j', async (text, problem, hint) => {
    const error = await read(text).catch((thrown: unknown) => thrown)
    if (!(error instanceof EvalError)) throw error
    expect(`${error.message} ${toEnglish(error.hint ?? message(''))}`).toContain(problem)
    expect(toEnglish(error.hint ?? message(''))).toContain(hint)
  })

  it('is refused with line and column where it is no YAML, or multiplies itself', async () => {
    await expect(parseYamlDocument('a: 1\nb: [1, 2\nc: 3\n', file)).rejects.toThrow(`${file}:3:`)
    await expect(parseYamlDocument('a: 1\na: 2\n', file)).rejects.toThrow(`${file}:2:1: this is no YAML`)
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefgh'.split('').map((key, index) => `${key}: &${key} [${`*${'abcdefg'[index]},`.repeat(9)}]`),
    ]
    await expect(parseYamlDocument(bomb.join('\n'), file)).rejects.toThrow(EvalError)
  })
})
