import { describe, expect, it } from 'vitest'
import type { Metric } from '../core/index.ts'
import type { ShinsaConfig } from './config/define-config.ts'
import { kindSettings } from './kind-settings.ts'
import { agentNamed, packOf } from './pack-of.ts'

describe('the agent that ships', () => {
  it.each([
    ['document-reviewer', 'document-reviewer', undefined],
    ['document-reviewer:openai/gpt-4o', 'document-reviewer', 'openai/gpt-4o'],
    ['runbook-assistant:ollama/llama3.1:8b', 'runbook-assistant', 'ollama/llama3.1:8b'],
  ])('is known by %s', (text, name, model) => {
    expect([agentNamed(text)?.agent.name, agentNamed(text)?.model]).toEqual([name, model])
  })

  it.each(['document-reviewers', './document-reviewer', 'command:runbook-assistant', '', ':x'])(
    'is not meant by %o',
    (text) => expect(agentNamed(text)).toBeUndefined(),
  )
})

describe('what a config says for a dataset', () => {
  it('is what stands at the top, unless the pack of its format has a place of its own', () => {
    const config = { target: own, criteria: { rouge_l: 1 }, review: { criteria: { verdict_match: 1 } } }
    for (const format of ['csv', 'adk-eval-set', 'strands-experiment', 'of-nobody']) {
      expect([format, ...whoFor(config, format)]).toEqual([format, own, false])
      expect(kindSettings(config, format).criteria).toEqual({ rouge_l: 1 })
    }
    expect(whoFor(config, 'review-suite')).toEqual(['document-reviewer', true])
    expect(kindSettings(config, 'review-result').criteria).toEqual({ verdict_match: 1 })
    expect(kindSettings(config, 'runbook-dataset').criteria).toBeUndefined()
  })

  it('names an agent that ships for its own kind, directly or by a name of the config', () => {
    expect(whoFor({ target: 'runbook-assistant:gpt-4o' }, 'runbook-dataset')).toEqual([
      'runbook-assistant:gpt-4o',
      false,
    ])
    const named = { target: 'ours', targets: { ours: 'document-reviewer:gpt-4o' } }
    expect(whoFor(named, 'review-suite')).toEqual(['ours', false])
    expect(whoFor(named, 'runbook-dataset')).toEqual(['runbook-assistant', true])
    expect(whoFor({ runbooks: { target: own } }, 'runbook-result')).toEqual([own, false])
  })

  it('is what stands at the top for a pack as well where that names no agent of others', () => {
    const panel = metricNamed('runbook_panel')
    const shipped = { criteria: { rouge_l: 1 }, metrics: [panel], target: 'runbook-assistant:gpt-4o' }
    for (const config of [shipped, { ...shipped, target: undefined }, { ...shipped, runbooks: { folder: 'soc' } }])
      expect(kindSettings(config, 'runbook-dataset')).toMatchObject({ criteria: { rouge_l: 1 }, metrics: [panel] })
  })

  it('is a metric that nobody else has wherever it stands, beside what stands in the pack’s place', () => {
    const [panel, counts] = [metricNamed('runbook_panel'), metricNamed('counts')]
    const beside = { target: own, metrics: [counts, panel], criteria: { rouge_l: 1, expected_flags: 0.5 } }
    expect(kindSettings(beside, 'runbook-dataset')).toMatchObject({
      criteria: { expected_flags: 0.5 },
      metrics: [panel],
    })
    expect(kindSettings(beside, 'review-suite')).toMatchObject({ criteria: undefined, metrics: undefined })
    const placed = { criteria: { runbook_panel: 0.95, rouge_l: 1 }, runbooks: { criteria: { expected_flags: 0.5 } } }
    expect(kindSettings(placed, 'runbook-dataset').criteria).toEqual({ runbook_panel: 0.95, expected_flags: 0.5 })
    const twice = { criteria: { runbook_panel: 0.95 }, runbooks: { criteria: { runbook_panel: 0.8 } } }
    expect(kindSettings(twice, 'runbook-dataset').criteria).toEqual({ runbook_panel: 0.8 })
  })

  it('is nobody’s where nobody is named and nothing ships', () => {
    expect(whoFor({}, 'csv')).toEqual([undefined, false])
    expect(packOf('csv')).toBeUndefined()
  })
})

function own(): string {
  return 'yes'
}

function metricNamed(name: string): Metric {
  return { name, score: () => ({ status: 'scored', metric: name, value: 1, threshold: 1, passed: true }) }
}

/** Who is asked, and whether that is not whom the config names. */
function whoFor(config: ShinsaConfig, format: string) {
  const { target, shippedInstead } = kindSettings(config, format)
  return [target, shippedInstead]
}
