import { describe, expect, it } from 'vitest'
import { toEnglish } from '../../core/index.ts'
import { readAdkEvalConfig } from '../criteria/eval-config.ts'
import { embeddedJudges } from '../judging/choose-judge.ts'
import { makeMetric, metricNames, nearestMetrics } from './metric-catalogue.ts'
import { collectWarnings } from '../warnings.ts'

describe('makeMetric', () => {
  it.each([
    ['tool_trajectory_avg_score', { threshold: 1, match_type: 'in order', arguments: { '*': { note: 'ignore' } } }],
    ['response_match_score', 0.5],
    ['tool_call_f1', { threshold: 0.8, credit: 'exact', order: 'in-order' }],
    ['tool_rules', { threshold: 1, forbidden: ['delete_all'], counts: { '*': { max: 5 } } }],
    ['final_state_match', { threshold: 1, mode: 'subset', ignore: ['a.b'] }],
    ['contains', { threshold: 1, texts: ['refund'], ignore_case: true }],
    ['regex_match', { threshold: 1, pattern: '^ok$', flags: 'i' }],
    ['json_match', { threshold: 1, subset: true }],
    ['chrf', { threshold: 0.4, beta: 3 }],
    ['token_usage_v1', { threshold: 1, budget: 1000 }],
  ])('builds %s from a criterion', async (name, criterion) => {
    expect(await made(name, criterion)).toMatchObject({ name })
  })

  it('refuses an unknown metric and says which may be meant', async () => {
    await expect(made('tool_trajectory_avg', 1)).rejects.toMatchObject({
      message: 'there is no metric tool_trajectory_avg',
      hint: { values: { names: 'tool_trajectory_avg_score' } },
    })
  })

  it('knows no metric by what every object has', async () => {
    await expect(made('constructor', 1)).rejects.toThrow('there is no metric constructor')
  })

  it('refuses an option that the metric does not have; ADK passes over it', async () => {
    const criterion = { threshold: 1, macth_type: 'EXACT' }
    await expect(made('tool_trajectory_avg_score', criterion)).rejects.toThrow(
      'the criterion of tool_trajectory_avg_score has no option macth_type',
    )
    const { metric, warnings } = await madeWarning('tool_trajectory_avg_score', criterion, true)
    expect(warnings).toEqual(['tool_trajectory_avg_score: macth_type has no effect. Did you mean "match_type"?'])
    expect(await metric.score({ id: 'c', conversation: [] }, { invocations: [] }, {})).toMatchObject({
      status: 'not-evaluated',
    })
  })

  it.each([
    ['response_match_score', { threshold: 0.8, match_type: 'EXACT' }, 'has no option match_type'],
    ['token_usage_v1', { threshold: 1, budget: 100, budgets: 3 }, 'has no option budgets'],
    ['response_match_score', { threshold: 1, constructor: 3 }, 'has no option constructor'],
    ['safety_v1', { threshold: 1, rubrics: [] }, 'has no option rubrics'],
    ['expected_flags', { threshold: 1, flags: ['x'] }, 'has no option flags'],
    ['runbook_panel', { threshold: 1, role: 'x' }, 'has no option role'],
    ['tool_rules', { threshold: 1, requird: [{ tool: 'x' }] }, 'requird'],
    ['Contains', { threshold: 1, value: 'x', casesensitive: true }, 'casesensitive'],
  ])('refuses an option that %s does not have, and names it: %j', async (name, criterion, problem) => {
    await expect(made(name, criterion)).rejects.toThrow(problem)
  })

  const intermediate = { include_intermediate_responses_in_final: true }
  it.each([
    [
      'response_match_score',
      { threshold: 0.8, ...intermediate },
      'include_intermediate_responses_in_final has no effect',
    ],
    ['final_response_match_v2', { threshold: 0.8, ...intermediate }, undefined],
    [
      'safety_v1',
      { threshold: 0.8, includeIntermediateResponsesInFinal: true },
      'include_intermediate_responses_in_final',
    ],
    ['response_match_score', { threshold: 0.8, include_intermediate_responses_in_final: false }, undefined],
    ['safety_v1', { threshold: 1, judge_model_options: { num_samples: 3 } }, 'num_samples has no effect on embedded'],
    ['safety_v1', { threshold: 1, judge_model_options: { numSamples: 1 } }, undefined],
    ['key_points', { threshold: 1, judge_model_options: { parallelism_limit: 2 } }, 'parallelism_limit has no effect'],
    ['verdict_match', 0.5, 'the threshold 0.5 has no effect'],
    ['verdict_match', 1, undefined],
    ['final_state_match', { threshold: 0.9 }, 'the threshold 0.9 has no effect'],
    ['token_usage_v1', { threshold: 0.5, budget: 100 }, 'the threshold 0.5 has no effect'],
    [
      'tool_trajectory_avg_score',
      { threshold: 1, ignore_args: true, arguments: { find: { city: 'ignore' } } },
      'arguments has no effect beside ignore_args',
    ],
    [
      'tool_trajectory_avg_score',
      { threshold: 1, ignore_args: false, arguments: { find: { city: 'ignore' } } },
      undefined,
    ],
    ['contains', { threshold: 1, text: 'a', texts: ['b'] }, 'text has no effect beside texts'],
    ['HelpfulnessEvaluator', { threshold: 0.5, system_prompt: 'Be kind.' }, 'system_prompt has no effect'],
    ['HelpfulnessEvaluator', { threshold: 0.5, system_prompt: null }, undefined],
    ['Contains', { threshold: 1, value: 'x', model: 'gpt-4o' }, 'model has no effect. Contains asks no judge.'],
  ])('says of %s with %j what has no effect', async (name, criterion, sentence) => {
    const { warnings } = await madeWarning(name, criterion)
    expect(warnings).toHaveLength(sentence === undefined ? 0 : 1)
    expect(warnings.join()).toContain(sentence ?? '')
  })

  it('refuses a threshold for a quantity that passes no judgement', async () => {
    await expect(made('tool_call_count_v1', 3)).rejects.toThrow('tool_call_count_v1 measures and has no threshold')
  })
})

async function made(name: string, criterion: unknown) {
  return (await madeWarning(name, criterion)).metric
}

async function madeWarning(name: string, criterion: unknown, adkCompat = false) {
  const [read] = readAdkEvalConfig(JSON.stringify({ criteria: { [name]: criterion } }), 'config').criteria
  if (read === undefined) throw new Error('a config of one criterion has a first')
  const warnings = collectWarnings()
  const judges = { ...embeddedJudges(), warnings }
  const metric = await makeMetric(read, { adkCompat, folder: '.', judges, documents: async () => [], warnings })
  const said = warnings.all.map(({ sentence, hint }) =>
    [sentence, hint].flatMap((one) => (one === undefined ? [] : toEnglish(one))).join('. '),
  )
  return { metric, warnings: said }
}

describe('a metric of another library', () => {
  it.each([
    ['AnswerRelevancyMetric', 'rubric_based_final_response_quality_v1'],
    ['faithfulness', 'hallucinations_v1'],
    ['Levenshtein', 'edit_similarity'],
    ['tool_correctness', 'tool_call_f1, tool_trajectory_avg_score'],
    ['llm-rubric', 'rubric_based_final_response_quality_v1'],
  ])('is answered with what does the same here: %s', (name, expected) => {
    expect(nearestMetrics(name).join(', ')).toBe(expected)
  })

  it('is named only where there is such a metric', () => {
    for (const name of [
      'AnswerCorrectness',
      'Bias',
      'BLEU',
      'JSONDiff',
      'GEval',
      'Summarization',
      'TaskCompletion',
      'Toxicity',
    ])
      expect(metricNames()).toEqual(expect.arrayContaining([...nearestMetrics(name)]))
  })
})
