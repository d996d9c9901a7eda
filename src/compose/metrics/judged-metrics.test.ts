import { describe, expect, it } from 'vitest'
import { type Judge, toEnglish } from '../../core/index.ts'
import { readAdkEvalConfig, type Criterion } from '../criteria/eval-config.ts'
import { scriptedJudge } from '../../judges/index.ts'
import { embeddedJudges, judgeSource } from '../judging/choose-judge.ts'
import { makeMetric } from './metric-catalogue.ts'
import { packMetrics } from './pack-metrics.ts'
import { judgedMetricNames } from './judged-metric-names.ts'
import { collectWarnings } from '../warnings.ts'

const ofPacks = [...packMetrics].flatMap(([name, metric]) => ('judged' in metric ? [name] : []))

describe('a judged metric', () => {
  it.each([...judgedMetricNames, ...ofPacks])('builds %s from a criterion', async (name) => {
    const criterion = name === 'judge_panel' ? { threshold: 0.5, aspects: ['accuracy'] } : { threshold: 0.5 }
    expect(await made(name, criterion)).toMatchObject({ name })
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

  it('takes numbers in quotes and null for nothing, as ADK does', async () => {
    const judge_model_options = { num_samples: '3', judge_model_config: null, parallelismLimit: '2' }
    const judges = sourceOf(scriptedJudge([]))
    await made('final_response_match_v2', { threshold: '0.5', judge_model_options }, judges)
    expect(judges.uses).toMatchObject([{ samples: 3 }])
    const unnamed = sourceOf(undefined)
    await made('safety_v1', { threshold: 1, judge_model_options: { judge_model: null } }, unnamed)
    expect(unnamed.uses).toMatchObject([{ judge: { id: 'embedded' } }])
  })

  it('warns of a generation config for a judge that generates nothing', async () => {
    const warnings = collectWarnings()
    const judge_model_options = { judge_model_config: { temperature: 0, seed: null } }
    await made('safety_v1', { threshold: 0.5, judge_model_options }, sourceOf('embedded', warnings))
    await made('hallucinations_v1', { threshold: 0.5, judge_model_options }, sourceOf(scriptedJudge([]), warnings))
    expect(warnings.all.map(({ sentence }) => toEnglish(sentence))).toEqual([
      'safety_v1: judge_model_config: temperature has no effect on embedded',
      'hallucinations_v1: judge_model_config: temperature has no effect on scripted',
    ])
  })

  it.each([
    [{ judge_model_option: {} }, 'the criterion of safety_v1 has no option judge_model_option'],
    [{ rubrics: [] }, 'the criterion of safety_v1 has no option rubrics'],
    [{ judge_model_options: { model: 'x' } }, 'judge_model_options.model: unknown key'],
    [{ judge_model_options: { parallelism_limit: 0 } }, 'expected a whole number of at least 1, got 0'],
  ])('refuses %j', async (options, sentence) => {
    await expect(made('safety_v1', { threshold: 0.5, ...options })).rejects.toThrow(sentence)
  })

  it('refuses key points that are no list', async () => {
    const refused = made('key_points', { threshold: 0.5, points: 'one' })
    await expect(refused).rejects.toThrow('key_points: points is no list of texts')
  })

  it('builds a panel of named aspects and of ones that are written out', async () => {
    const kind = {
      id: 'kindness',
      name: { en: 'Kindness', ja: '親切さ' },
      question: 'Is it kind?',
      anchors: { 100: 'kind', 50: 'neutral', 0: 'curt' },
      weight: 3,
    }
    const judge = scriptedJudge(() => ({
      value: { scores: { 正確性: 100, 親切さ: 60 }, rationale: { 正確性: '', 親切さ: '' }, overall_comment: '' },
    }))
    const judges = judgeSource({ ...settings(judge), language: undefined })
    const criterion = { threshold: 0.71, aspects: ['正確性', kind] }
    const metric = await made('runbook_panel', criterion, judges)
    const invocation = { ...said('どこですか'), flags: {} }
    expect(await metric.score({ id: 'c' }, { invocations: [invocation] }, {})).toMatchObject({
      value: 0.7,
      threshold: 0.71,
      passed: false,
      parts: [
        { name: 'accuracy', value: 1 },
        { name: 'kindness', value: 0.6 },
      ],
    })
    expect(judge.questions[0]).toMatchObject({ language: 'ja', instruction: { id: 'runbook-panel' } })
  })

  it.each([
    ['runbook_panel', { aspects: ['acuracy'] }, 'runbook_panel: there is no aspect acuracy'],
    ['runbook_panel', { aspects: [{ id: 'x' }] }, 'the criterion of runbook_panel does not fit: aspects.0'],
    ['runbook_panel', { role: 'You are kind.' }, 'the criterion of runbook_panel has no option role'],
    ['judge_panel', { evidence: 'some' }, 'the criterion of judge_panel does not fit: evidence'],
    ['judge_panel', {}, 'The panel judge_panel has no aspects'],
    ['judge_panel', { aspects: ['safety', '安全性'] }, 'The panel judge_panel has two aspects with the name "safety"'],
  ])('refuses a panel %s of %j', async (name, options, sentence) => {
    await expect(made(name, { threshold: 0.7, ...options })).rejects.toThrow(sentence)
  })

  it('keeps options that it does not know under ADK’s rules', async () => {
    const read = criterionFrom('safety_v1', { threshold: 0.5, comment: 'strict' })
    expect(await makeMetric(read, { ...run, adkCompat: true, judges: embeddedJudges() })).toMatchObject({
      name: 'safety_v1',
    })
  })

  it('lets no dataset say to which server answers are sent', async () => {
    for (const judge_model of ['ollama/x@http://203.0.113.9/', 'gemini/../../x', 'gemini-x?key=y', 'gemini/%2e%2e/x']) {
      const criterion = { threshold: 0.5, judge_model_options: { judge_model } }
      await expect(made('safety_v1', criterion)).rejects.toThrow('such a config may name a model and no address')
    }
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

function sourceOf(judge: Judge | string | undefined, warnings = collectWarnings()) {
  return judgeSource(settings(judge, warnings))
}

function settings(judge: Judge | string | undefined, warnings = collectWarnings()): Parameters<typeof judgeSource>[0] {
  return {
    named: judge,
    language: 'en',
    environment: {},
    openCache: undefined,
    account: undefined,
    secondLook: true,
    decoys: 'off',
    random: () => 0.5,
    now: () => 0,
    warnings,
  }
}

function criterionFrom(name: string, criterion: unknown): Criterion {
  const [read] = readAdkEvalConfig(JSON.stringify({ criteria: { [name]: criterion } }), 'config').criteria
  if (read === undefined) throw new Error('a config of one criterion has a first')
  return read
}

async function made(name: string, criterion: unknown, judges = embeddedJudges()) {
  return makeMetric(criterionFrom(name, criterion), { ...run, judges, warnings: judges.warnings })
}

const run = { adkCompat: false, documents: async () => [], folder: '.', warnings: collectWarnings() }
