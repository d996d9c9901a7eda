import { expect, it } from 'vitest'
import { otherUnit, quantitiesIn, writtenAlike } from './quantities.ts'
import { termsOf } from './terms.ts'

const written = (text: string) =>
  termsOf(text)
    .map(({ key }) => key)
    .join(' ')

it.each([
  ['1.5 hours', '90 minutes'],
  ['an hour and a half', '90 minutes'],
  ['two and a half days', '60 hours'],
  ['half an hour', '30 min'],
  ['1時間半', '90分'],
  ['1時間30分', '90分'],
  ['2週間', '14日間'],
  ['2か月', '2ヶ月'],
  ['半年', '6か月'],
  ['two years', '24 months'],
  ['5 km', '5000 m'],
  ['2 GB', '2000 MB'],
  ['512 MB', '0.5 GB'],
  ['8 KB', '8192 bytes'],
  ['30 seconds', '30000 ms'],
  ['512 MiB', '0.5 GiB'],
  ['20 micrometres', '0.02 mm'],
  ['USD 2,500 million', '$2.5 billion'],
  ['3 miles', '4.8 km'],
  ['five per cent', '5%'],
  ['¥500', '500円'],
  ['3割', '30%'],
  ['0.5', '50%'],
  ['half', '50%'],
  ['7日以内', '168時間以内'],
  ['twice a day', 'every 12 hours'],
  ['4 times per year', 'every three months'],
])('%s is written as %s where that stands', (text, other) => {
  const there = termsOf(other)
  expect(writtenAlike(termsOf(text), quantitiesIn(there)).map(({ key }) => key)).toEqual(
    expect.arrayContaining(there.filter(({ isStopWord }) => !isStopWord).map(({ key }) => key)),
  )
})

it.each([
  ['90 minutes', '80 minutes'],
  ['3 miles', '5 km'],
  ['4.8 km', '4.9 km'],
  ['59 minutes', '1 hour'],
  ['$5', '5 euros'],
  ['7日', '1週間'],
  ['1 month', '30 days'],
])('%s stays beside %s', (text, other) => {
  expect(writtenAlike(termsOf(text), quantitiesIn(termsOf(other)))).toEqual(termsOf(text))
})

it.each([
  ['It takes 90 hours.', 'It takes 90 minutes.', '90 hours', '90 minutes'],
  ['料金は500ドルです。', '料金は500円です。', '500 ドル', '500 円'],
  ['It weighs 2 g.', 'It weighs 2 kg.', '2 g', '2 kg'],
  ['It runs twice a week.', 'It runs every two weeks.', '2 times a week', 'every two weeks'],
  ['one tablet twice a day', 'two tablets once a day', '2 times a day', '1 times a day'],
])('the number has another unit: %s / %s', (text, other, ours, theirs) => {
  expect(otherUnit(termsOf(text), termsOf(other))?.map((term) => term.written)).toEqual([ours, theirs])
})

it.each([
  ['a 30-day trial and 30 % more', 'a 30-day trial and growth of 30 %'],
  ['It takes 90 minutes.', 'It takes 90.'],
  ['It takes 90 hours.', 'It takes 90, and 90 seconds to start.'],
  ['90 minutes', '1.5 hours'],
])('the unit is no other: %s / %s', (text, other) => {
  expect(otherUnit(termsOf(text), termsOf(other))).toBeUndefined()
})

it('takes no word for the unit of two numbers', () => {
  const terms = termsOf('10 $5 tickets')
  expect(writtenAlike(terms, quantitiesIn(termsOf('2 km')))).toEqual(terms)
})

it('keeps what stands around a quantity', () => {
  const there = quantitiesIn(termsOf('90 minutes'))
  const terms = writtenAlike(termsOf('It takes 1.5 hours by train.'), there)
  expect(terms.map(({ key }) => key).join(' ')).toBe(written('It takes 90 minutes by train.'))
})
