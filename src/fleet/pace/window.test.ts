import { describe, expect, it } from 'vitest'
import { nextTry, periodBetween, type Window } from './window.ts'

const seen: Window = {
  calls: 600,
  knownBy: 600,
  ms: 35_000,
  isGuess: true,
  least: 0,
  isOver: false,
  early: 0,
  beyond: 1,
  refusedWith: 0,
}

const opening = (from: number, at: number) => ({ from, at, admitted: 0 })

describe('a window', () => {
  it.each([
    [
      'is a minute, between two openings that are known by some seconds',
      opening(40_000, 48_000),
      opening(99_000, 109_000),
      60_000,
    ],
    ['is ten seconds, between two that were told', opening(39_000, 40_000), opening(49_000, 50_000), 10_000],
    ['is no round time where none fits', opening(0, 100), opening(7300, 7500), 7300],
  ])('%s', (_name, before, opened, ms) => {
    expect(periodBetween(seen, before, opened)).toMatchObject({ ms, isGuess: false })
  })

  it('stays as long as it was known to be, unless openings say otherwise', () => {
    const known = { ...seen, ms: 60_000, isGuess: false }
    expect(periodBetween(known, opening(0, 1000), opening(59_000, 62_000)).ms).toBe(60_000)
    expect(periodBetween(known, opening(0, 1000), opening(30_000, 31_000)).ms).toBe(30_000)
  })

  it('is tried in the middle of the time in which it may open, and then when it surely is open', () => {
    const window = { ...seen, ms: 60_000, isGuess: false, least: 55_000 }
    const opened = opening(100_000, 120_000)
    expect(nextTry({ window, opened }, 130_000)).toEqual({ heldUntil: 170_000, isTried: true })
    expect(nextTry({ window, opened }, 170_000)).toEqual({ heldUntil: 180_300, isTried: false })
    expect(nextTry({ window, opened }, 180_300)).toBeUndefined()
  })

  it('is tried at round times while nobody knows how long it is', () => {
    const opened = opening(90_000, 100_000)
    const tries = [110_000]
    for (let count = 0; count < 4; count += 1)
      tries.push(nextTry({ window: seen, opened }, tries.at(-1) ?? 0)?.heldUntil ?? 0)
    expect(tries.slice(1).map((at) => Math.round((at - 100_000) / 1.005))).toEqual([35_000, 40_000, 60_000, 90_000])
  })

  it('is tried sooner where it may be a part of what was seen', () => {
    const window = { ...seen, ms: 60_000, isGuess: false, least: 12_000 }
    expect(nextTry({ window, opened: opening(99_000, 100_000) }, 110_000)?.heldUntil).toBe(130_150)
  })
})
