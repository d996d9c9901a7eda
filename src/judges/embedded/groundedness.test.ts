import { describe, expect, it } from 'vitest'
import { splitSentences } from '../../text/index.ts'
import { judgeGroundedness } from './groundedness.ts'
import { isJapanese } from './reading/terms.ts'
import { loadWeights } from './weights.ts'

const weights = await loadWeights()

it.each([
  ['The treaty was signed in Kentucky in 1921.', 'The treaty was signed in Kent in 1921.'],
  ['The Wallace park was given to the people of Lisburn.', 'The Wallace park is in Europe.'],
])('another name may be the same place, one around it, or another: %s / %s', (context, claim) => {
  expect(['contradictory', 'supported']).not.toContain(labelOf(context, claim))
})

it.each([
  [
    'Closed environments facilitate the secondary transmission of the disease.',
    'Additional environments facilitate secondary transmission of the disease.',
  ],
  [
    'Officials said that more than 137,000 people in the country have received the first dose of the vaccine in the first week of the programme.',
    'More than 137,000 animals in the country receive the first dose of the vaccine in one week.',
  ],
])('a word that the context does not have may say anything: %s / %s', (context, claim) => {
  expect(labelOf(context, claim)).not.toBe('supported')
})

it.each([
  ['The play was his second one and the first to be performed; Ibsen was 22.', 'Ibsen was born in 1828.'],
  ['Jesse Ball, born June 7, 1978, is an American novelist.', 'Jesse Ball was born in the 1970s.'],
  [
    'The model puts dark energy at about 68 %. Dark matter makes up about 27 %.',
    'In this model dark energy makes up 68 %, dark matter 27 % and ordinary matter 5 %.',
  ],
])('a number of another thing is no other number: %s / %s', (context, claim) => {
  expect(labelOf(context, claim)).not.toBe('contradictory')
})

it.each([
  [
    'Deaths are steadily on the rise as people look at mobile devices while walking across intersections.',
    'Traffic lights in the ground could decrease deaths of people walking across intersections.',
  ],
])('an opposite word beside something else contradicts nothing: %s / %s', (context, claim) => {
  expect(labelOf(context, claim)).not.toBe('contradictory')
})

it.each([
  [
    'Options are active surveillance, surgery, or radiation therapy.',
    'Options are surgery, radiation therapy, or active surveillance without immediate treatment.',
  ],
  ['Cavities are caused by genetic factors.', 'Cavities are not solely caused by genetic factors.'],
  [
    'Aprotinin (but not SERPINA1) inhibited the replication of the virus.',
    'Aprotinin inhibited the replication of the virus.',
  ],
])('what is denied is the word behind the negation: %s / %s', (context, claim) => {
  expect(labelOf(context, claim)).not.toBe('contradictory')
})

it.each([
  ['The West Line is one of the lines of the city.', 'The West Line is the only line of the city.'],
  [
    'He gave all the information he felt comfortable sharing.',
    'He gave some of the information he felt comfortable sharing.',
  ],
])('what holds of one is not said of all, nor of none else: %s / %s', (context, claim) => {
  expect(labelOf(context, claim)).not.toBe('supported')
})

it('reads sentences that a web page put together without a blank', () => {
  const context = 'The pool is open all winter.Dogs are not allowed in the garden of the hotel.'
  expect(labelOf(context, 'The pool is open all winter.')).toBe('supported')
  expect(labelOf(context, 'Dogs are allowed in the garden of the hotel.')).toBe('contradictory')
})

it('a thing of a list has what stands beside it, and not what stands beside the next one', () => {
  const flights = [
    { flight: 'LH401', price: 612, departs: '2026-12-01T16:10:00Z', nonstop: true },
    { flight: 'UA960', price: 540, departs: '2026-12-02T18:05:00Z', nonstop: false },
  ]
  const context = `tool output: ${JSON.stringify({ name: 'search', response: { currency: 'USD', flights } })}`
  expect(labelOf(context, 'LH401 is nonstop.')).toBe('supported')
  expect(labelOf(context, 'LH401 has a price of 540.')).not.toBe('supported')
  expect(labelOf(context, 'UA960 departs on 2026-12-01.')).not.toBe('supported')
  expect(labelOf(context, 'UA960 is nonstop.')).toBe('contradictory')
  expect(labelOf('tool output: {"city":"Kyoto","alerts":[]}', 'There are no alerts.')).not.toBe('unsupported')
})

it.each([
  ['Every deployment needs two approvals.', 'Deployments need no approvals.'],
  ['落下による破損は保証の対象外です。', '落下による破損は保証の対象です。'],
])('what is said without the negation beside it is not supported: %s / %s', (context, claim) => {
  expect(labelOf(context, claim)).not.toBe('supported')
})

describe('a negation', () => {
  it.each([
    ['Disconnect the host from the network. Do not power it off.', 'Do not disconnect the host from the network.'],
    ['The lights last 90 minutes. Do not cover the lights.', 'The lights do not last 90 minutes.'],
    ['Do not power off the host. Report to the manager.', 'Do not report to the manager.'],
    ['Do not power off the host. Report to the manager.', 'Power off the host.'],
    ['If the alarm rings, leave the building. Do not use the lift.', 'If the alarm rings, do not leave the building.'],
    ['端末をネットワークから切断する。電源は切らない。', '端末をネットワークから切断しない。'],
    ['端末をネットワークから切断する。電源は切らない。', '端末をネットワークから切断してはならない。'],
  ])('is not cancelled by that of a sentence beside it: %s / %s', (context, claim) => {
    expect(labelOf(context, claim)).toBe('contradictory')
  })

  it.each([
    [
      'Unplug the office printer and shut down the mail server.',
      'Do not unplug the office printer and do not shut down the mail server.',
    ],
    [
      'Do not unplug the office printer and do not shut down the mail server.',
      'Unplug the office printer and shut down the mail server.',
    ],
    ['作業記録を台帳に残し、管理者の承認を書面で得る。', '作業記録を台帳に残さず、管理者の承認を書面で得ない。'],
  ])('is not cancelled by another one of the claim: %s / %s', (context, claim) => {
    expect(labelOf(context, claim)).toBe('contradictory')
  })

  it.each([
    [
      '閲覧権限の制限や保管場所の移動などの代替手段',
      '閲覧権限の制限や保管場所の移動などの代替手段：見られたくない情報は、保管場所の移動で対応する。',
    ],
    [
      '感染端末の隔離\n\n電源を切らない',
      '感染端末の隔離：EDR で隔離し、できなければ LAN ケーブルを抜いて無線 LAN を切る。',
    ],
    ['The museum shop sells postcards and books.', 'The museum shop sells postcards and books, but not on holidays.'],
  ])('of something else says nothing against what both say: %s / %s', (context, claim) => {
    expect(labelOf(context, claim)).not.toBe('contradictory')
  })

  it.each([
    'Where each case passed or not, the test is exact; where cases were repeated, it is a signed one, and not a paired one.',
    'Its exit code is 0 when the gate passed, 1 when it did not.',
    'For 20 of 20 it gives 84 to 100 %, not 100 to 100 %.',
    '要点がない場合、言語が異なる場合、独自の観点については、判定を控えます。',
  ])('does not set a sentence against itself: %s', (sentence) => {
    expect(labelOf(sentence, sentence)).not.toBe('contradictory')
  })
})

describe('a sentence that stands in the context word for word', () => {
  const runbook = [
    '## Handling',
    '',
    '- Where a false alarm is certain, no log is deleted; the hash, the signature and the range of logs go into the ticket.',
    '- If nobody answers within 15 minutes, call the duty officer, not the help desk.',
    '',
    '| flag | meaning |',
    '|---|---|',
    '| `low` | nothing was found, or not enough |',
    '',
    '誤検知と判断した根拠の記録：照合したハッシュ値、署名、調べたログの範囲をチ ケットに書く。[2]',
    '要点がない場合、言語が異なる場合については、判定を控えます。',
  ].join('\n')

  it('is borne out, whatever it negates or makes conditional', () => {
    const sentences = splitSentences(runbook)
    expect(sentences.map((sentence) => [sentence, labelOf(runbook, sentence)])).toEqual(
      sentences.map((sentence) => [sentence, 'supported']),
    )
  })

  it('is found whatever its layout', () => {
    expect(
      labelOf(runbook, '誤検知と判断した根拠の記録:照合したハッシュ値、署名、調べたログの範囲をチケットに書く。'),
    ).toBe('supported')
  })

  it('is disputed where another one says otherwise', () => {
    const hours = 'The museum shop opens at 9 on Monday. The museum shop opens at 10 on Monday.'
    expect(labelOf(hours, 'The museum shop opens at 9 on Monday.')).toBe('disputed')
  })

  it.each([
    ['If the alarm rings, leave the old building.', 'Leave the old building.'],
    ['It is not true that the green lights last 90 minutes.', 'The green lights last 90 minutes.'],
    ['If the alarm rings,\nleave the old building.', 'leave the old building.'],
    ['Do the green lights last 90 minutes?', 'The green lights last 90 minutes.'],
  ])('is more than a part of a sentence: %s / %s', (context, claim) => {
    expect(labelOf(context, claim)).not.toBe('supported')
  })
})

describe('what is asked or demanded', () => {
  it.each([
    ['The lights last 90 minutes. The emergency lights must last at least 60 minutes.', 'The lights last 90 minutes.'],
    ['The lights last 90 minutes.\n\nDo the lights last 120 minutes?', 'The lights last 90 minutes.'],
    ['非常灯は90分点灯する。非常灯は60分以上点灯すること。', '非常灯は90分点灯する。'],
  ])('disputes nothing that is said: %s / %s', (context, claim) => {
    expect(labelOf(context, claim)).toBe('supported')
  })

  it('still contradicts another demand', () => {
    const demand = 'The emergency lights must last at least 60 minutes.'
    expect(labelOf(demand, 'The emergency lights must last at least 30 minutes.')).toBe('contradictory')
  })
})

function labelOf(context: string, sentence: string): string | undefined {
  const finding = judgeGroundedness(
    { context: [context], sentences: [sentence] },
    weights,
    isJapanese(sentence) ? 'ja' : 'en',
  )
  return 'value' in finding ? finding.value.sentences[0]?.label : undefined
}

describe('what an agent says of the JSON that a tool gave back', () => {
  it.each([
    ['{"city":"Oslo","temp_c":21,"sky":"sunny"}', 'It is 21 degrees in Oslo and sunny.'],
    ['{"price":12.5,"currency":"EUR","stock":3}', 'It costs 12.50 euros, and 3 are in stock.'],
    ['{"name":"Anna","tier":"gold"}', 'You are a gold member, Anna.'],
    ['{"都市":"東京","気温":21,"天気":"晴れ"}', '東京は晴れで、気温は21度です。'],
  ])('is left open where one word of its own is added: %s / %s', (context, claim) => {
    expect(labelOf(context, claim)).toBeUndefined()
  })

  it.each([
    ['{"city":"Oslo","temp_c":21,"sky":"sunny"}', 'It is 12 degrees in Oslo and sunny.'],
    ['{"name":"Anna","tier":"gold"}', 'You are a silver member, Anna.'],
    ['{"name":"Anna","tier":"gold"}', 'You are a gold member, Berta.'],
  ])('is not borne out where it is something else: %s / %s', (context, claim) => {
    expect(['unsupported', 'contradictory']).toContain(labelOf(context, claim))
  })
})

describe('a denial', () => {
  it.each([
    [
      'Unused items may be returned within 30 days. Sale items are excluded from returns.',
      'Sale items cannot be returned.',
    ],
    ['Residents can park overnight.', 'Visitors cannot park overnight.'],
    ['Tickets are non-refundable. Vouchers can be refunded within a year.', 'Tickets cannot be refunded.'],
    [
      'The premium plan includes phone support. The basic plan includes e-mail support only.',
      'The basic plan does not include phone support.',
    ],
    ['未使用の商品は30日以内であれば返品できます。セール品は返品の対象外です。', 'セール品は返品できません。'],
    ['Members enter free. Guests pay 5 euros.', 'Guests do not enter free.'],
    ['The warranty covers the motor. Wear parts are excluded.', 'The warranty does not cover wear parts.'],
    ['Guests can use the pool until 10 pm.', 'Guests cannot use the pool after 10 pm.'],
  ])('is not contradicted by what speaks of another thing: %s / %s', (context, claim) => {
    expect(['contradictory', 'disputed']).not.toContain(labelOf(context, claim))
  })

  it.each([
    ['Dogs must be kept on a lead. Cats are excluded from the park.', 'Cats are not allowed in the park.'],
    ['The library is open to students. Visitors need a card.', 'Visitors cannot enter without a card.'],
    ['会員は無料です。ゲストは有料です。', 'ゲストは無料ではありません。'],
  ])('is left open where the context may deny it in other words: %s / %s', (context, claim) => {
    expect(labelOf(context, claim)).toBeUndefined()
  })

  it.each([
    ['Members enter free. Guests do not pay.', 'Guests enter free.'],
    ['The pump runs at night. The valve is not opened.', 'The valve is opened at night.'],
    [
      'The infected laptop must be unplugged. It must not be switched off.',
      'The infected laptop must be switched off.',
    ],
    [
      'The database server holds the customer records. It is not restarted during the night shift.',
      'The database server is restarted during the night shift.',
    ],
    [
      'The old server in room 12 is noisy. Nobody restarts it on Mondays.',
      'The old server in room 12 restarts on Mondays.',
    ],
    [
      'Disconnect a suspected machine at once. Do not switch off its power.',
      'Switch off the power of a suspected machine at once.',
    ],
  ])('is no support in two sentences together: %s / %s', (context, claim) => {
    expect(labelOf(context, claim)).not.toBe('supported')
  })

  it.each([
    ['Guests can use the pool until 10 pm.', 'Guests can use the pool after 10 pm.'],
    ['Sale items can be returned within 30 days.', 'Sale items cannot be returned.'],
    ['Overnight guests can park behind the house.', 'Overnight guests cannot park behind the house.'],
    ['セール品は返品できます。', 'セール品は返品できません。'],
  ])('is contradicted by what says it of the same thing: %s / %s', (context, claim) => {
    expect(labelOf(context, claim)).toBe('contradictory')
  })
})
