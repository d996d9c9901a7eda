import { describe, expect, it } from 'vitest'
import type { Judge } from '../core/index.ts'
import { readAdkEvalConfig } from '../formats/index.ts'
import { scriptedJudge } from '../judges/index.ts'
import { embeddedJudges, judgeSource } from './choose-judge.ts'
import { makeJudgedMetric } from './judged-metrics.ts'
import { judgedMetricNames } from './judged-metric-names.ts'

describe('makeJudgedMetric', () => {
  it.each(judgedMetricNames)('builds %s from a criterion', async (name) => {
    expect(await made(name, { threshold: 0.5 })).toMatchObject({ name })
  })

  it('asks for as many samples as the criterion says, and the embedded judge only once', async () => {
    const criterion = { threshold: 0.5, judge_model_options: { num_samples: 7 } }
    const judge = scriptedJudge([])
    const judges = sourceOf(judge)
    await made('final_response_match_v2', criterion, judges)
    const embedded = embeddedJudges()
    await made('final_response_match_v2', criterion, embedded)
    expect([...judges.uses, ...embedded.uses].map(({ judge: { id }, samples }) => [id, samples])).toEqual([
      [judge.id, 7],
      ['embedded', 1],
    ])
  })

  it('lets no dataset say to which server answers are sent', async () => {
    const criterion = { threshold: 0.5, judge_model_options: { judge_model: 'ollama/x@http://203.0.113.9/' } }
    await expect(made('safety_v1', criterion)).rejects.toThrow('criteria may name a model and no address')
  })

  it('holds a simulated user against the built-in persona that its case names', async () => {
    const judge = scriptedJudge(() => ({ value: { reason: 'in role', verdict: 'valid' } }))
    const metric = await made(
      'per_turn_user_simulator_quality_v1',
      { threshold: 0.5, stop_signal: '"done"' },
      sourceOf(judge),
    )
    const scenario = { startingPrompt: 'Hello', plan: 'Ask for a refund.', persona: 'NOVICE' }
    await metric.score({ id: 'c', scenario }, { invocations: [said('Hello'), said('I want my money back')] }, {})
    const [first] = judge.questions
    const shown = `${first?.instruction.text} ${JSON.stringify(first?.evidence)}`
    expect(first?.instruction.id).toBe('user-simulator-persona')
    expect(shown).not.toContain('{{')
  })
})

function said(text: string) {
  return { userContent: { parts: [{ text }] }, finalResponse: { parts: [{ text: 'Yes?' }] } }
}

function sourceOf(judge: Judge) {
  return judgeSource({
    named: judge,
    language: 'en',
    environment: {},
    openCache: undefined,
    account: undefined,
    random: () => 0.5,
    now: () => 0,
  })
}

async function made(name: string, criterion: unknown, judges = embeddedJudges()) {
  const [read] = readAdkEvalConfig(JSON.stringify({ criteria: { [name]: criterion } }), 'config').criteria
  if (read === undefined) throw new Error('a config of one criterion has a first')
  return makeJudgedMetric(read, { adkCompat: false, judges })
}
