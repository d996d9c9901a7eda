import { describe, expect, it } from 'vitest'
import { Persona } from '../../core/index.ts'
import { BUILT_IN_PERSONAS } from '../../formats/index.ts'
import { builtInPersona, personaFor, withStopSignal } from './personas.ts'

const scenario = { startingPrompt: 'Hi', plan: 'Chat.' }

describe('the personas', () => {
  it.each(BUILT_IN_PERSONAS)(
    '%s can be read from a file, and has instructions and violations in both languages',
    (id) => {
      for (const language of ['en', 'ja'] as const) {
        const persona = Persona.parse(builtInPersona(id, language))
        const texts = persona.behaviors.flatMap(({ description, instructions, violations }) => [
          description,
          instructions[0],
          violations[0],
        ])
        expect(texts.filter((text) => !text)).toEqual([])
        expect(texts.every((text) => /\p{Script=Hiragana}/u.test(text ?? '') === (language === 'ja'))).toBe(true)
      }
    },
  )

  it('says which there are when one is unknown', () => {
    expect(() => builtInPersona('expert')).toThrow(
      expect.objectContaining({
        code: 'format',
        message: 'there is no persona expert',
        hint: { text: 'There is: {known}', values: { known: 'EXPERT, NOVICE, EVALUATOR' } },
      }),
    )
  })

  it('are the scenario’s own, a built-in one by name, or an ordinary user', () => {
    const own = { id: 'grump', description: 'Complains.', behaviors: [] }
    expect(personaFor({ ...scenario, persona: own })).toBe(own)
    expect(personaFor({ ...scenario, persona: 'NOVICE' }).id).toBe('NOVICE')
    expect(personaFor(scenario).behaviors.map(({ name }) => name)).toContain('end_after_second_failure')
  })

  it('say what ends the conversation, whatever marks are in it', () => {
    const signal = String.raw`"\n{{ stop_signal }}$&`
    for (const id of BUILT_IN_PERSONAS) {
      const [before, after] = [builtInPersona(id), withStopSignal(builtInPersona(id), signal)].map(textsOf)
      expect(after).toEqual(before?.map((text) => text.split('{{ stop_signal }}').join(signal)))
      expect(after).not.toEqual(before)
    }
  })
})

function textsOf({ id, description, behaviors }: Persona): readonly string[] {
  const ofBehaviors = behaviors.flatMap((one) => [one.name, one.description, ...one.instructions, ...one.violations])
  return [id, description, ...ofBehaviors]
}
