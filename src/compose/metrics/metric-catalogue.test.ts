import { describe, expect, it } from 'vitest'
import { readAdkEvalConfig } from '../../formats/index.ts'
import { embeddedJudges } from '../judging/choose-judge.ts'
import { makeMetric } from './metric-catalogue.ts'
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
      'the criterion of tool_trajectory_avg_score does not fit',
    )
    const metric = await made('tool_trajectory_avg_score', criterion, true)
    expect(await metric.score({ id: 'c', conversation: [] }, { invocations: [] }, {})).toMatchObject({
      status: 'not-evaluated',
    })
  })

  it('refuses a threshold for a quantity that passes no judgement', async () => {
    await expect(made('tool_call_count_v1', 3)).rejects.toThrow('tool_call_count_v1 measures and has no threshold')
  })
})

async function made(name: string, criterion: unknown, adkCompat = false) {
  const [read] = readAdkEvalConfig(JSON.stringify({ criteria: { [name]: criterion } }), 'config').criteria
  if (read === undefined) throw new Error('a config of one criterion has a first')
  return makeMetric(read, {
    adkCompat,
    folder: '.',
    judges: embeddedJudges(),
    documents: async () => [],
    warnings: collectWarnings(),
  })
}
