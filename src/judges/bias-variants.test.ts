import { expect, it } from 'vitest'
import { biasVariants, placeboVariant } from './bias-variants.ts'

it('keeps every sentence of an answer in each variant', () => {
  for (const text of ['It ended in 1945. Nobody won.', '1945年に終わりました。勝者はいません。']) {
    for (const write of Object.values(biasVariants)) {
      const variant = write(text) ?? ''
      expect(variant).not.toBe(text)
      for (const sentence of text.split(/(?<=[.。])\s*/).filter((part) => part !== ''))
        expect(variant).toContain(sentence)
    }
  }
  expect(biasVariants['order']?.('One sentence.')).toBeUndefined()
})

it('changes blanks alone for the placebo', () => {
  expect(placeboVariant('It ended. Nobody won.')).toBe('It ended.  Nobody won.\n')
})
