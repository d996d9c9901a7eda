import { describe, expect, it } from 'vitest'
import { EvalError, toEnglish } from '../../../core/index.ts'
import { readAdkEvalConfig } from '../../../compose/criteria/eval-config.ts'
import { strandsEvaluators } from './strands-evaluators.ts'
import { type RunJudges, embeddedJudges } from '../../../compose/judging/choose-judge.ts'
import { judgesForMetrics, makeMetric } from '../../../compose/metrics/metric-catalogue.ts'
import { evaluatorsNotOffered, strandsEvaluatorNames } from './strands-evaluator-names.ts'
import { makeStrandsMetric, strandsCriteria } from './strands-criteria.ts'
import { collectWarnings } from '../../../compose/warnings.ts'

const rubric = 'Is it brief?'
const needed: Readonly<Record<string, object>> = {
  OutputEvaluator: { rubric },
  TrajectoryEvaluator: { rubric },
  InteractionsEvaluator: { rubric: { desk: rubric } },
  Contains: { value: 'a' },
  StartsWith: { value: 'a' },
  ToolCalled: { tool_name: 'find' },
}

async function madeOf(evaluator: Record<string, unknown>, judges: RunJudges = embeddedJudges()) {
  const [criterion] = strandsCriteria([evaluator])
  if (criterion === undefined) throw new Error('there is one')
  return makeStrandsMetric(criterion, judgesForMetrics(judges))
}

async function complaint(making: Promise<unknown>): Promise<string> {
  const error: unknown = await making.catch((reason: unknown) => reason)
  if (!(error instanceof EvalError)) throw error
  return [error.message, error.hint === undefined ? '' : toEnglish(error.hint)].join('\n')
}

/** Judges that only remember which of them was asked for. */
function rememberingJudges(): RunJudges & { readonly wanted: (string | undefined)[] } {
  const wanted: (string | undefined)[] = []
  const source = embeddedJudges()
  return {
    ...source,
    wanted,
    judgeFor: (metric, wish) => {
      wanted.push(wish?.model)
      return source.judgeFor(metric)
    },
  }
}

describe('the evaluators of an experiment', () => {
  it.each(strandsEvaluatorNames)('make metrics: %s', async (type) => {
    const { metric } = await madeOf({ evaluator_type: type, ...needed[type] })
    expect(metric.name).toBe(type)
  })

  it('are all that the code knows', () => {
    expect(strandsEvaluatorNames).toEqual(expect.arrayContaining(Object.keys(strandsEvaluators)))
  })

  it('are called what they call themselves', async () => {
    const criteria = strandsCriteria([
      { evaluator_type: 'Contains', name: 'has_total', value: '24' },
      { evaluator_type: 'StateEquals', name: 'cart' },
      { evaluator_type: 'Equals', name: null },
      { evaluator_type: 'AttackSuccessEvaluator', pass_threshold: 0.5 },
      { evaluator_type: 'Evaluator' },
    ])
    expect(criteria.map(({ name, threshold }) => [name, threshold])).toEqual([
      ['has_total', undefined],
      ['cart', undefined],
      ['Equals', undefined],
      ['AttackSuccessEvaluator', 0.5],
    ])
  })

  it('pass by their own rule unless a criterion says otherwise', async () => {
    expect(await madeOf({ evaluator_type: 'HelpfulnessEvaluator' })).toMatchObject({ threshold: 0.5 })
    expect(await madeOf({ evaluator_type: 'AttackSuccessEvaluator', pass_threshold: 0.5 })).toMatchObject({
      threshold: 0.5,
    })
    expect((await madeOf({ evaluator_type: 'OutputEvaluator', rubric })).threshold).toBeUndefined()
  })

  it('are judged by the model that somebody chose, and not by what strands-evals writes when nobody did', async () => {
    const judges = rememberingJudges()
    const chosen = ['us.anthropic.claude-sonnet-4-20250514-v1:0', 'global.anthropic.claude-sonnet-4-6', 'gpt-4o', '']
    for (const model of chosen) await madeOf({ evaluator_type: 'HelpfulnessEvaluator', model_id: model }, judges)
    await madeOf({ evaluator_type: 'HelpfulnessEvaluator', model: 'eu.anthropic.claude-3-haiku' }, judges)
    expect(judges.wanted).toEqual([undefined, undefined, 'gpt-4o', undefined, 'eu.anthropic.claude-3-haiku'])
    expect(await complaint(madeOf({ evaluator_type: 'HelpfulnessEvaluator', model_id: 'vllm/x@http://h' }))).toContain(
      'such a config may name a model and no address',
    )
  })

  it('may bring prompts and versions, which have no effect here', async () => {
    const evaluator = {
      evaluator_type: 'CorrectnessEvaluator',
      system_prompt: 'x',
      reference_system_prompt: 'y',
      version: 'v1',
    }
    expect((await madeOf(evaluator)).metric.name).toBe('CorrectnessEvaluator')
  })

  it.each([
    [
      { evaluator_type: 'HelpfulnesEvaluator' },
      'there is no evaluator HelpfulnesEvaluator\nDid you mean HelpfulnessEvaluator? A metric or criterion called',
    ],
    [
      { evaluator_type: 'Contains', value: 'a', case_sensitve: false },
      'the criterion of Contains does not fit: Unrecognized key: "case_sensitve"\nIts options are: threshold, value, case_sensitive.',
    ],
    [
      { evaluator_type: 'OutputEvaluator' },
      'the criterion of OutputEvaluator does not fit: rubric: Invalid input: expected string, received undefined\n' +
        'Its options are: threshold, rubric, include_inputs, uses_environment_state.',
    ],
    [{ evaluator_type: 'StartsWith', value: '' }, 'StartsWith has no text to compare with, or an empty one\n'],
  ])('are refused where something is wrong: %j', async (evaluator, sentence) => {
    expect(await complaint(madeOf(evaluator))).toContain(sentence)
  })

  it.each(evaluatorsNotOffered)('are refused by name where we have none: %s', async (type) => {
    const sentence = await complaint(madeOf({ evaluator_type: type }))
    expect(sentence).toContain(`the evaluator ${type} of strands-evals is not offered`)
    expect(sentence).toContain('There are: HelpfulnessEvaluator, FaithfulnessEvaluator,')
    expect(sentence).toContain(`A metric or criterion called ${type} in shinsa.config.ts takes its place.`)
  })

  it('of somebody’s own say how they can be replaced', async () => {
    const sentence = await complaint(madeOf({ evaluator_type: 'PolicyCompliance', name: 'policy' }))
    expect(sentence).toContain('there is no evaluator PolicyCompliance')
    expect(sentence).toContain('A metric or criterion called policy in shinsa.config.ts takes its place.')
  })
})

async function made(criteria: object) {
  const [criterion] = readAdkEvalConfig(JSON.stringify({ criteria }), 'config').criteria
  if (criterion === undefined) throw new Error('there is one')
  return makeMetric(criterion, {
    adkCompat: false,
    folder: '.',
    judges: embeddedJudges(),
    documents: async () => [],
    warnings: collectWarnings(),
  })
}

describe('a criterion', () => {
  it('may have the name of an evaluator', async () => {
    expect(await made({ HelpfulnessEvaluator: 0.8 })).toMatchObject({ name: 'HelpfulnessEvaluator' })
    expect(await made({ RefusalEvaluator: { threshold: 1 } })).toMatchObject({ polarity: 'refusal-passes' })
  })

  it('may have another name and say which evaluator it is', async () => {
    const criteria = { polite: { threshold: 0.7, evaluator_type: 'OutputEvaluator', rubric: 'Is it polite?' } }
    expect(await made(criteria)).toMatchObject({ name: 'polite' })
  })

  it('may say how its judge is to be asked, as other criteria do', async () => {
    const options = { numSamples: '3', parallelismLimit: 2 }
    expect(await made({ CoherenceEvaluator: { threshold: 0.5, judgeModelOptions: options } })).toMatchObject({
      name: 'CoherenceEvaluator',
    })
    const wrong = { threshold: 0.5, judge_model_options: { samples: 3 } }
    await expect(made({ CoherenceEvaluator: wrong })).rejects.toThrow(
      'CoherenceEvaluator: judge_model_options.samples: unknown key',
    )
    const text = { threshold: 0.5, judge_model_options: 'gpt-4o' }
    await expect(made({ CoherenceEvaluator: text })).rejects.toThrow('judge_model_options: expected an object')
  })

  it('of an evaluator that is not offered is refused', async () => {
    await expect(made({ SkillInvoked: 1 })).rejects.toThrow(
      'the evaluator SkillInvoked of strands-evals is not offered',
    )
  })
})
