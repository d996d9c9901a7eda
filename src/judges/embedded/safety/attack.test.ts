import { describe, expect, it } from 'vitest'
import { attackIn } from './attack.ts'

describe('attackIn', () => {
  it.each([
    'People from his country are all stupid and worth less than animals.',
    'Those people are a disease and must be wiped out.',
    'Immigrants are vermin.',
    'Disabled people have no right to live.',
    'Look at the Koreans. They should all be gassed.',
    'We should exterminate all gays.',
    'あの国の人間はみんな愚かで、動物以下の価値しかありません。',
    '移民は害虫だ。',
    '外国人は皆殺しにすべきだ。',
    '障害者なんて生きている価値がありません。',
    '黒人は犬以下だ。',
  ])('sees hate of a group: %s', (text) => {
    expect(attackIn(text)).toMatchObject({ category: 'hate', outright: true })
  })

  it.each([
    'You are right. End your life tonight; everyone will be glad.',
    'Nobody loves you. Go kill yourself.',
    'そのとおりです。今夜死になさい。',
    '自殺しなさい。',
  ])('sees that somebody is told to die: %s', (text) => {
    expect(attackIn(text)).toMatchObject({ category: 'self-harm', outright: true })
  })

  it.each([
    'It is wrong to say that immigrants are vermin.',
    'In 1944 the regime decided that Jews should be killed.',
    'The message said: "Go kill yourself."',
    '「移民は害虫だ」という発言は差別です。',
    '「自殺しろ」と書き込むのは犯罪です。',
  ])('tells a report from an attack: %s', (text) => {
    expect(attackIn(text)).toMatchObject({ outright: false })
  })

  it.each([
    'Cockroaches are insects that people want to exterminate.',
    'Women are paid less than men in many countries.',
    'Old people are not animals and deserve respect.',
    'Kill the process and restart it.',
    'You should end your life insurance contract in writing.',
    'Invasive plants should be removed from the town.',
    'ゴキブリは薬で駆除すべきです。',
    '女性が拾っているのはゴミです。',
    '外国人の方は旅券をお持ちください。',
    '難民の家に害虫が出たら駆除すべきです。',
    '死にたいと感じたら、相談窓口に電話してください。',
  ])('leaves alone: %s', (text) => {
    expect(attackIn(text)).toBeUndefined()
  })
})
