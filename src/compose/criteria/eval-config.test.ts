import { growth } from '../../../test/growth.ts'
import { describe, expect, it } from 'vitest'
import { parseCriterion } from './criterion-kinds.ts'
import { adkCriteriaFrom, adkDefaultCriteria, readAdkEvalConfig } from './eval-config.ts'
import { parseUserSimulatorConfig } from './user-simulator-config.ts'

const config = (value: unknown) => readAdkEvalConfig(JSON.stringify(value, null, 2), 'test_config.json')

const withInterval = (interval: object) =>
  config({
    criteria: { m: 3 },
    custom_metrics: {
      m: {
        code_config: { name: '../../packs/adk/m.ts' },
        metric_info: { metric_name: 'x', metric_value_info: { interval } },
        description: 'Stars',
      },
      unused: { code_config: { name: '../../packs/adk/u.ts' } },
    },
  })

describe('readAdkEvalConfig', () => {
  it('keeps the order of the keys and the options that it does not know', () => {
    const { criteria } = config({
      criteria: {
        z: 1,
        a: { threshold: '0.5', matchType: 'ANY_ORDER', include_intermediate_responses_in_final: true },
      },
    })
    expect(criteria).toEqual([
      { metricName: 'z', threshold: 1, criterion: { threshold: 1, include_intermediate_responses_in_final: false } },
      {
        metricName: 'a',
        threshold: 0.5,
        criterion: { threshold: 0.5, matchType: 'ANY_ORDER', include_intermediate_responses_in_final: true },
      },
    ])
  })

  it('keeps the order of metrics whose names are numbers', () => {
    const text = '{"criteria": {"z": 1, "10": 0.5, "a": {"threshold": 1}, "9": 0.2}}'
    const { criteria } = readAdkEvalConfig(text, 'test_config.json')
    expect(criteria.map(({ metricName }) => metricName)).toEqual(['z', '10', 'a', '9'])
  })

  it('gives custom metrics their code, and checks what they say of themselves', () => {
    const { criteria } = withInterval({ min_value: 1, max_value: 5, open_at_max: true })
    expect(criteria).toMatchObject([{ customFunctionPath: '../../packs/adk/m.ts' }])
    expect(() => withInterval({ min_value: 1, max_value: 'five' })).toThrow('max_value: expected a number')
  })

  it("scores nothing when it is empty, and ADK's two metrics when there is no file", () => {
    expect(config({}).criteria).toEqual([])
    expect(adkDefaultCriteria().map(({ metricName, threshold }) => [metricName, threshold])).toEqual([
      ['tool_trajectory_avg_score', 1],
      ['response_match_score', 0.8],
    ])
  })

  it('takes true and false for 1 and 0, as pydantic does, and names what can only pass', () => {
    const { criteria, falseThresholds } = config({
      criteria: { a: true, b: { threshold: true }, c: false, d: { threshold: false }, e: 0 },
    })
    expect(criteria.map(({ threshold }) => threshold)).toEqual([1, 1, 0, 0, 0])
    expect(criteria[2]?.criterion['threshold']).toBe(0)
    expect(falseThresholds).toEqual(['c', 'd'])
  })

  it.each(['0x1', ' ', '1.2.3', 'true', 'NaN', `${'1'.repeat(200_000)}x`])('takes %.9j for no number', (text) => {
    expect(() => config({ criteria: { m: text } })).toThrow('expected a threshold or an object with one')
  })

  it.each(['1', ' ', '_', '1_', '.', 'e'])(
    'has work that grows with the length of what is no number, and not with its square: %j',
    async (piece) => {
      const refused = (scale: number) =>
        expect(() => config({ criteria: { m: `1${piece.repeat(1000 * scale)}x` } })).toThrow('expected a threshold')
      expect(await growth(refused)).toBeLessThan(2.3)
    },
  )

  it('takes a number in any of its spellings', () => {
    const { criteria } = config({ criteria: { a: ' 0.5 ', b: '.5', c: '5e-1', d: '+1.', e: '-0' } })
    expect(criteria.map(({ threshold }) => threshold)).toEqual([0.5, 0.5, 0.5, 1, -0])
  })

  it('names the top-level keys that it passed over', () => {
    expect(config({ criterias: {}, customMetrics: null }).ignored).toEqual(['criterias'])
  })

  it.each([
    [
      { criteria: { m: 'high' } },
      'test_config.json:3: criteria.m: expected a threshold or an object with one, got "high"',
    ],
    [{ criteria: { m: {} } }, 'test_config.json:3: criteria.m: "threshold" is missing'],
    [{ criteria: { m: { treshold: 1 } } }, 'test_config.json:3: criteria.m: here it is "threshold", not "treshold"'],
    [{ custom_metrics: { m: {} } }, 'test_config.json:3: custom_metrics.m: "code_config" is missing'],
    [
      { user_simulator_config: { type: 'human' } },
      'test_config.json:3: user_simulator_config.type: there is no such kind of user simulator',
    ],
    [{ live_model_config: { timeout: 3 } }, 'test_config.json:3: live_model_config.timeout: unknown key'],
  ])('refuses %j', (value, sentence) => {
    expect(() => config(value)).toThrow(sentence)
  })
})

describe('parseCriterion', () => {
  const judge = { judge_model: 'gemini-2.5-flash', judge_model_config: null, num_samples: 5 }

  it.each([
    ['base', {}],
    ['tool-trajectory', { match_type: 'EXACT' }],
    ['llm-judge', { judge_model_options: judge }],
    ['rubrics', { judge_model_options: judge, rubrics: [] }],
    ['hallucinations', { judge_model_options: judge, evaluate_intermediate_nl_responses: false }],
    ['user-simulator', { judge_model_options: judge, stop_signal: '</finished>' }],
  ] as const)('fills in the defaults of %s', (kind, defaults) => {
    expect(parseCriterion(kind, { threshold: 1 })).toEqual({
      threshold: 1,
      include_intermediate_responses_in_final: false,
      ...defaults,
    })
  })

  it.each([
    ['in order', 'IN_ORDER'],
    [' any-order ', 'ANY_ORDER'],
    [2, 'ANY_ORDER'],
    ['exact', 'EXACT'],
  ])('understands the match type %j', (written, matchType) => {
    expect(parseCriterion('tool-trajectory', { threshold: 1, matchType: written, ignoreArgs: true })).toMatchObject({
      match_type: matchType,
      ignore_args: true,
    })
  })

  it('refuses a match type that there is not, and judge options that nobody knows', () => {
    expect(() => parseCriterion('tool-trajectory', { threshold: 1, match_type: 'SUBSET' })).toThrow(
      'criterion: match_type: there is no match type "SUBSET"',
    )
    expect(() => parseCriterion('rubrics', { threshold: 1, judgeModelOptions: { numSamples: 0 } })).toThrow(
      'criterion: judge_model_options.num_samples: expected a whole number of at least 1, got 0',
    )
    expect(() => parseCriterion('llm-judge', { threshold: 1, judge_model_options: { num_sample: 3 } })).toThrow(
      'criterion: judge_model_options.num_sample: unknown key',
    )
  })

  it('completes judge options that are given in part', () => {
    const { judge_model_options: options } = parseCriterion('llm-judge', {
      threshold: 1,
      judge_model_options: { numSamples: 3, parallelism_limit: 2 },
    })
    expect(options).toEqual({ ...judge, num_samples: 3, parallelism_limit: 2 })
  })

  it('says what is no criterion at all', () => {
    expect(() => parseCriterion('llm-judge', 5)).toThrow('criterion: expected an object, got 5')
  })
})

describe('adkCriteriaFrom', () => {
  it('reads what code says as a file that says the same', () => {
    const criteria = { rouge_l: 0.6, safety_v1: { threshold: 1, judgeModelOptions: { numSamples: 3 } } }
    expect(adkCriteriaFrom(criteria, 'shinsa.config.ts')).toEqual(config({ criteria }).criteria)
  })

  it('passes over options that are undefined', () => {
    const criteria = {
      contains: { threshold: 1, text: 'tea', list: [{ a: undefined }], b: undefined },
    }
    expect(adkCriteriaFrom(criteria, 'shinsa.config.ts')).toEqual([
      expect.objectContaining({ metricName: 'contains', criterion: expect.not.objectContaining({ b: undefined }) }),
    ])
  })

  it.each([
    [
      { rouge_l: Number.NaN },
      'shinsa.config.ts: criteria.rouge_l: expected a threshold or an object with one, got NaN',
    ],
    [{ rouge_l: undefined }, 'shinsa.config.ts: criteria.rouge_l is undefined'],
    [{ rouge_l: { treshold: 1 } }, 'shinsa.config.ts: criteria.rouge_l: here it is "threshold", not "treshold"'],
  ])('%o is refused by its place, without a line that it does not have', (criteria, sentence) => {
    expect(() => adkCriteriaFrom(criteria, 'shinsa.config.ts')).toThrow(sentence)
  })
})

describe('parseUserSimulatorConfig', () => {
  it('is llm_backed unless it says otherwise, and keeps what it does not know', () => {
    expect(parseUserSimulatorConfig({ maxAllowedInvocations: -1, voice: 'x' })).toMatchObject({
      type: 'llm_backed',
      max_allowed_invocations: -1,
      custom_instructions: null,
      voice: 'x',
    })
    expect(parseUserSimulatorConfig({ type: 'llm_audio', audioModel: 'a' })).toMatchObject({
      type: 'llm_audio',
      audio_model: 'a',
    })
  })

  it('insists that custom instructions use the plan, the history and the stop signal', () => {
    const all = 'Say {{stop_signal}} after {{ conversation_plan }}. {% for x in conversation_history %}{% endfor %}'
    expect(parseUserSimulatorConfig({ custom_instructions: all }).custom_instructions).toBe(all)
    expect(() =>
      parseUserSimulatorConfig({
        custom_instructions: 'stop_signal {{ conversation_plan }} {{ conversation_history }}',
      }),
    ).toThrow('user_simulator_config: custom_instructions: the instructions never use {{ stop_signal }}')
  })
})
