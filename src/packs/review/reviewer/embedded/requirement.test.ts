import { describe, expect, it } from 'vitest'
import { readCheck } from './requirement.ts'

const negated = (description: string) => readCheck(description).requirements[0]?.negated
const subject = (description: string) => readCheck(description).requirements[0]?.subject
const textsOf = (description: string) => readCheck(description).requirements.map(({ text }) => text)

describe('readCheck', () => {
  it('takes a list apart and gives each thing what is asked of all of them', () => {
    expect(textsOf('Verify that the doors and the windows are locked.')).toEqual([
      'the doors are locked.',
      'the windows are locked.',
    ])
  })

  it('leaves numbers with commas in one piece', () => {
    expect(textsOf('The rent does not exceed 85,000 yen.')).toEqual(['The rent does not exceed 85,000 yen.'])
    expect(readCheck('賃料が月額85,000円以下であること').requirements[0]?.limit).toMatchObject({
      comparison: 'at-most',
      amount: 85_000,
    })
  })

  it('asks for every limit of a clause', () => {
    const { requirements } = readCheck('中心温度が75℃以上で1分以上加熱されていること')
    expect(requirements.map(({ limit }) => limit?.kind)).toEqual(['temperature', 'time'])
  })

  it('notices a limit that it cannot read', () => {
    expect(readCheck('The dose is at most 4XU/h or less.').requirements[0]).toMatchObject({
      limit: undefined,
      unread: true,
    })
  })

  it('tells what must not be so from what must not be bad', () => {
    expect(negated('No data is passed on.')).toBe(true)
    expect(negated('退職者のアカウントが有効になっていないこと')).toBe(true)
    expect(negated('The extinguishers are not expired.')).toBe(false)
    expect(negated('Data is passed on.')).toBe(false)
  })

  it('tells numbered things apart, and takes no year for a number', () => {
    expect(subject('Pump 2 is running.')).toContain('#2')
    expect(subject('web-1の稼働率が99.9%以上であること')).toContain('#1')
    expect(subject('冷蔵庫2の温度が10℃以下であること')).toContain('#2')
    expect(subject('The test was completed in December 2025.')).not.toContain('#2025')
  })

  it('keeps to the pages and parts that are named', () => {
    expect(readCheck('Verify that Building B (page 2) has a sprinkler.')).toMatchObject({
      pages: [2],
      parts: ['Building B'],
    })
  })
})
