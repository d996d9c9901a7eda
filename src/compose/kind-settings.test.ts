import { describe, expect, it } from 'vitest'
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

  it('is nobody’s where nobody is named and nothing ships', () => {
    expect(whoFor({}, 'csv')).toEqual([undefined, false])
    expect(packOf('csv')).toBeUndefined()
  })
})

function own(): string {
  return 'yes'
}

/** Who is asked, and whether that is not whom the config names. */
function whoFor(config: ShinsaConfig, format: string) {
  const { target, shippedInstead } = kindSettings(config, format)
  return [target, shippedInstead]
}
