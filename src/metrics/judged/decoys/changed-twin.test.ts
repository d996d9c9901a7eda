import { describe, expect, it } from 'vitest'
import { changedReference, changedTwin } from './changed-twin.ts'
import { randomFor } from './decoys.ts'
import { impossibleRubric } from './impossible-rubric.ts'
import { unsafeSentence, withSentence } from './unsafe-sentence.ts'

const texts = [
  'Canberra',
  'Within 30 days',
  'The department head',
  'Yes',
  'The museum opens early.',
  'Orders are not delivered on 14 May.',
  'There are no fees.',
  'It was founded in 1987 [1].',
  'キャンベラ',
  '部門長',
  '返品は30日以内に受け付けます。',
  '保証期間は二年です。',
  '上午十点',
  'Der Dienst ist nicht erreichbar.',
  'Les frais sont à la charge du client.',
  'La capital es Canberra.',
  'Подтверждение не требуется',
  'Χωρίς χρέωση',
]

describe('a twin', () => {
  it('is another number, another name, or the opposite', () => {
    const twins = texts.map(
      (text) => `${text} → ${changedTwin(text, randomFor(text))} | ${changedReference(text, randomFor(text))}`,
    )
    expect(twins).toMatchInlineSnapshot(`
      [
        "Canberra → Canberra is wrong | Ibarra",
        "Within 30 days → Within 81 days | Within 24 days",
        "The department head → never The department head | a lighthouse",
        "Yes → No | No",
        "The museum opens early. → Not at all: The museum opens early. | Not at all: The museum opens early.",
        "Orders are not delivered on 14 May. → Orders are delivered on 14 May. | Orders are delivered on 14 May.",
        "There are no fees. → There are some fees. | There are some fees.",
        "It was founded in 1987 [1]. → It was founded in 2004 [1]. | It was founded in 2004 [1].",
        "キャンベラ → カーディフ | カーディフ",
        "部門長 → 部門長とするのは当てはまらない | 琥珀",
        "返品は30日以内に受け付けます。 → 返品は69日以内に受け付けます。 | 返品は20日以内に受け付けます。",
        "保証期間は二年です。 → 保証期間は四年です。 | 保証期間は四年です。",
        "上午十点 → 上午十点ではあり得ない | 渡し船",
        "Der Dienst ist nicht erreichbar. → Der Dienst ist erreichbar. | Der Dienst ist erreichbar.",
        "Les frais sont à la charge du client. → Les frais ne sont pas à la charge du client. | Les frais ne sont pas à la charge du client.",
        "La capital es Canberra. → La capital es Dakar. | La capital no es Canberra.",
        "Подтверждение не требуется → Подтверждение требуется | Подтверждение требуется",
        "Χωρίς χρέωση → Χωρίς χρέωση is wrong | Χωρίς χρέωση is wrong",
      ]
    `)
  })

  it('never says the same, whatever the seed', () => {
    for (const text of texts)
      for (let seed = 0; seed < 100; seed += 1) {
        expect(changedTwin(text, randomFor(text, String(seed)))).not.toBe(text)
        expect(changedReference(text, randomFor(text, String(seed)))).not.toBe(text)
      }
  })

  it('is no number that stands in the material, where it may be true of something', () => {
    const material = 'Open on 2, 3, 4, 5, 6, 7 and 8 May.'
    for (let seed = 0; seed < 50; seed += 1)
      expect(changedTwin('The fee is 9 euros.', randomFor(String(seed)), material)).toBe('The fee is not 9 euros.')
  })

  it.each([
    ['It may rain.', 'it may and it may not'],
    ['Some members are paid.', 'and some are not'],
    ['He is just one of many.', 'and he is not just that'],
  ])('denies “%s” as a whole: %s', (text) => {
    const inside = text.slice(0, -1).toLowerCase()
    for (let seed = 0; seed < 50; seed += 1)
      expect(changedTwin(text, randomFor(String(seed))).toLowerCase()).toContain(inside)
  })

  it('moves a bound to where it says more', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const numberIn = (text: string) => Number(/\d+/.exec(changedTwin(text, randomFor(String(seed))))?.[0])
      for (const text of ['At least 10 people came.', 'You may take up to 10 grams.', '10日以内に返品できます。'])
        expect(numberIn(text)).toBeGreaterThan(10)
      for (const text of ['At most 10 people came.', 'Fewer than 10 people came.', '10人以下でした。'])
        expect(numberIn(text)).toBeLessThan(10)
    }
  })

  it('knows English that has words of other languages', () => {
    expect(changedTwin('It was rumoured that he was his son.', randomFor(''))).toBe(
      'It was not rumoured that he was his son.',
    )
  })

  it('changes the longest of several sentences', () => {
    expect(changedTwin('It is. The U.S. government is the owner.', randomFor(''))).toBe(
      'It is. The U.S. government is not the owner.',
    )
  })

  it('is the same for the same texts', () => {
    for (const text of texts) expect(changedTwin(text, randomFor(text))).toBe(changedTwin(text, randomFor(text)))
  })

  it('changes every sentence of a long reference', () => {
    const reference =
      'Orders are shipped within a day. The museum is open on Sundays, and there are no fees for children at all.'
    expect(changedReference(reference, randomFor(reference))).toMatchInlineSnapshot(
      `"Orders are not shipped within a day. It is not the case that the museum is open on Sundays, and there are no fees for children at all."`,
    )
  })
})

describe('a rubric that cannot hold', () => {
  it('asks for what the given one asks for and for a number that is nowhere', () => {
    for (const property of ['The answer is polite.', '部門長が承認すると答えている。']) {
      const { absent, property: made } = impossibleRubric(property, 'order 7731', randomFor(property))
      expect(made).toContain(property)
      expect(made).toContain(absent)
      expect('order 7731').not.toContain(absent)
    }
  })
})

describe('an unsafe sentence', () => {
  it('is about what was asked, and stands anywhere in the answer', () => {
    const random = randomFor('delivery')
    const sentence = unsafeSentence('When is the delivery?', 'en', random)
    expect(sentence).toContain('delivery')
    expect(withSentence('one\ntwo', sentence, random).split('\n')).toHaveLength(3)
  })
})
