import { describe, expect, it } from 'vitest'
import { readJsonDocument } from '../../formats/kit/source-text.ts'
import { caseFromScenario, scenariosFrom, scenarioId, scenarioText } from './adk-scenarios.ts'

describe('scenario files', () => {
  it('become cases whose ids follow from what they say', () => {
    const [scenario] = readJsonDocument(
      '{"scenarios": [{"startingPrompt": "こんにちは", "conversation_plan": "予約する"}]}',
      's.json',
      scenariosFrom,
    )
    if (scenario === undefined) throw new Error('no scenario')
    expect(scenarioText(scenario)).toBe(
      String.raw`{"conversation_plan": "\u4e88\u7d04\u3059\u308b", "starting_prompt": "\u3053\u3093\u306b\u3061\u306f", "user_persona": null}`,
    )
    expect(caseFromScenario(scenario)).toEqual({ id: '299eb939', scenario })
  })

  it('are hashed as Python escapes: quotes, control characters and pairs of surrogates', () => {
    const persona = { id: 'p', description: '"\t\u007f😀', behaviors: [] }
    expect(scenarioText({ startingPrompt: '', plan: '\u2028', persona })).toBe(
      String.raw`{"conversation_plan": "\u2028", "starting_prompt": "", "user_persona": {"behaviors": [], "description": "\"\t\u007f\ud83d\ude00", "id": "p"}}`,
    )
    expect(scenarioId({ startingPrompt: 'a', plan: 'b' })).not.toBe(scenarioId({ startingPrompt: 'a', plan: 'c' }))
  })

  it('tell where they are wrong', () => {
    expect(() => readJsonDocument('{\n"scenarios": [\n{}]}', 's.json', scenariosFrom)).toThrow(
      's.json:3: scenarios[0]: "starting_prompt" is missing',
    )
  })
})
