import { describe, expect, it } from 'vitest'
import { estimate } from '../../test/fixtures/sample-run.ts'
import { toEnglish } from '../core/index.ts'
import { createRandom, wilsonInterval } from '../statistics/index.ts'
import {
  count,
  decimal,
  decimalsApart,
  duration,
  interval,
  percent,
  points,
  pointsBounds,
  rate,
  rateInterval,
  roundedUp,
} from './number-format.ts'

it('writes numbers as Intl.NumberFormat does', () => {
  const random = createRandom(7)
  const drawn = Array.from({ length: 3000 }, () => (random() - 0.3) * 10 ** Math.floor(random() * 16 - 6))
  const halves = [
    0.25,
    0.35,
    1.45,
    999.95,
    999_999.5,
    0.5,
    0.05,
    9.995,
    1e21,
    1e-9,
    0,
    -0,
    -0.04,
    NaN,
    Infinity,
    -Infinity,
  ]
  for (const digits of [0, 1, 2, 3, 6, 12]) {
    const known = new Intl.NumberFormat('en-US', { maximumFractionDigits: digits })
    for (const value of [...drawn, ...halves])
      expect([value, decimal(value, digits)]).toEqual([value, known.format(value)])
  }
})

describe('percent', () => {
  it('is 100 % only for all and 0 % only for nothing', () => {
    expect([1, 0.85, 0.996, 0.99999, 0, 0.001, 1e-9].map((share) => percent(share))).toEqual([
      '100 %',
      '85 %',
      '99.6 %',
      '99.999 %',
      '0 %',
      '0.1 %',
      '<0.001 %',
    ])
  })

  it('shows a decimal where a thousand cases support it', () => {
    expect(rate(estimate(0.8512, 0.84, 0.862, 5000))).toBe('85.1 %')
    expect(rateInterval(estimate(0.85, 0.6396, 0.9476, 20))).toBe('63–95 %')
  })
})

describe('an interval', () => {
  it('never claims more than was measured: its ends are rounded outward', () => {
    expect(rateInterval(wilsonInterval(3000, 3000))).toBe('99.8–100 %')
    expect(rateInterval(wilsonInterval(0, 3000))).toBe('0–0.2 %')
    expect(rateInterval(wilsonInterval(300, 300))).toBe('98–100 %')
    expect(interval(estimate(0.999, 0.9987, 0.9999, 9))).toBe('0.99–1')
    expect(pointsBounds({ low: -0.00012, high: 0.00012 })).toEqual({ low: '−0.1', high: '+0.1' })
  })

  it('keeps ends that can be shown as they are', () => {
    expect(rateInterval(estimate(0.6, 0.57, 0.64, 20))).toBe('57–64 %')
    expect(interval(estimate(0, 0, 0, 3))).toBe('0–0')
    expect(interval(estimate(0.5, 0.29, 0.58, 20))).toBe('0.29–0.58')
  })

  it('has bounds that hold as shown', () => {
    expect([roundedUp(0.04012, 3), roundedUp(0.05, 3), roundedUp(1, 3)]).toEqual(['0.041', '0.050', '1.000'])
  })
})

describe('decimalsApart', () => {
  it('shows which number is greater', () => {
    expect(decimalsApart(0.7996, 0.8)).toEqual(['0.7996', '0.8'])
    expect(decimalsApart(0.79996, 0.8)).toEqual(['0.79996', '0.8'])
    expect(decimalsApart(0.5, 0.8)).toEqual(['0.5', '0.8'])
    expect(decimalsApart(0.8, 0.8)).toEqual(['0.8', '0.8'])
  })
})

describe('other numbers', () => {
  it('group thousands, and stay numbers below for plural words', () => {
    expect([count(1), count(999), count(1234567)]).toEqual([1, 999, '1,234,567'])
  })

  it('give differences a sign', () => {
    expect([points(0.031), points(-0.05), points(0), points(1e-9)]).toEqual(['+3.1', '−5', '±0', '±0'])
  })

  it('keep an interval readable that reaches below zero', () => {
    expect([interval(estimate(0.9, 0.812, 0.98, 9)), interval(estimate(0, -1.5, 2, 9))]).toEqual([
      '0.81–0.98',
      '-1.5 … 2',
    ])
  })

  it('show time in the unit that fits', () => {
    expect([850, 12_340, 59_990, 72_400, 7_260_000].map((time) => toEnglish(duration(time)))).toEqual([
      '850 ms',
      '12.3 s',
      '1 min 0 s',
      '1 min 12 s',
      '2 h 1 min',
    ])
  })
})
