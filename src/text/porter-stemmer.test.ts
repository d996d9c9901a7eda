import { describe, expect, it } from 'vitest'
import { stem } from './porter-stemmer.ts'

const stemsOf = (words: string) => words.split(' ').map(stem).join(' ')

describe('stem', () => {
  it('follows the published steps', () => {
    expect(stemsOf('caresses ponies caress cats')).toBe('caress poni caress cat')
    expect(stemsOf('feed agreed plastered bled motoring sing')).toBe('feed agre plaster bled motor sing')
    expect(stemsOf('conflated troubled sized hopping falling hissing fizzed failing filing')).toBe(
      'conflat troubl size hop fall hiss fizz fail file',
    )
    expect(stemsOf('relational conditional valenci digitizer vietnamization')).toBe('relat condit valenc digit vietnam')
    expect(stemsOf('triplicate formative formalize electrical hopeful goodness')).toBe(
      'triplic form formal electr hope good',
    )
    expect(stemsOf('revival allowance replacement adoption homologou effective')).toBe(
      'reviv allow replac adopt homolog effect',
    )
    expect(stemsOf('probate rate cease controll roll')).toBe('probat rate ceas control roll')
  })

  it('knows irregular words', () => {
    expect(stemsOf('sky skies dying lying tying news howe')).toBe('sky sky die lie tie news howe')
    expect(stemsOf('inning innings outing outings canning cannings')).toBe(
      'inning inning outing outing canning canning',
    )
    expect(stemsOf('proceed exceed succeed')).toBe('proceed exceed succeed')
  })

  it('keeps the e of -ies and -ied in words of four letters', () => {
    expect(stemsOf('ties died cries cried')).toBe('tie die cri cri')
  })

  it('turns y into i only after a consonant that is not the first letter', () => {
    expect(stemsOf('happy enjoy say by cry')).toBe('happi enjoy say by cri')
  })

  it('treats y as a vowel after a consonant', () => {
    expect(stemsOf('typing yyyy syzygy')).toBe('type yyyi syzygi')
  })

  it('applies the additional suffix rules', () => {
    expect(stemsOf('hopefulli relationalli possibli')).toBe('hope relat possibl')
    expect(stemsOf('geologi archaeologi logi')).toBe('geolog archaeolog logi')
  })

  it('accepts a vowel and a consonant as a short word', () => {
    expect(stemsOf('used aped')).toBe('use ape')
  })

  it('leaves words of up to two letters and numbers alone', () => {
    expect(stemsOf('is as 2024')).toBe('is as 2024')
  })

  it('goes over a very long word once for each step', () => {
    expect(stem('y'.repeat(400_000))).toHaveLength(400_000)
  })
})
