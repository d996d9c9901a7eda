import { describe, expect, it } from 'vitest'
import type { ToolCall, Transcript } from '../core/index.ts'
import { errorOf, passingHabits } from './step-evidence.ts'
import { isBetterThanGuess, measureSuspicion, setAside, suspectSteps } from './suspect-steps.ts'
import { transcriptSteps } from './transcript-steps.ts'

type Made = readonly [name: string, args: Record<string, unknown>, response: Record<string, unknown>]

function transcript(made: readonly Made[], text = 'It arrives on 2026-03-04.'): Transcript {
  const toolCalls: ToolCall[] = made.map(([name, args], index) => ({ id: String(index), name, args }))
  const toolResponses = made.map(([name, , response], index) => ({ id: String(index), name, response }))
  const userContent = { parts: [{ text: 'Where is my order ORD-17?' }] }
  const steps = { form: 'lists' as const, toolCalls, toolResponses, responses: [] }
  return { invocations: [{ userContent, steps, finalResponse: { parts: [{ text }] } }] }
}

const find: Made = ['find_order', { id: 'ORD-17' }, { parcel: 'P-9' }]
const track: Made = ['track', { parcel: 'P-9' }, { arrives: '2026-03-04' }]
const none = passingHabits([])
const blamed = (own: Transcript, context: Partial<Parameters<typeof suspectSteps>[1]> = {}) =>
  suspectSteps(own, { habits: none, repeats: [], ...context }).blamed

describe('steps', () => {
  it('are each call with its response, and the answer after the calls of its exchange', () => {
    const { invocations } = transcript([find, track])
    const steps = transcriptSteps({ invocations: [...invocations, ...invocations] })
    expect(steps.map(({ number, turn, call }) => [number, turn, call?.name])).toEqual([
      [1, 1, 'find_order'],
      [2, 1, 'track'],
      [3, 1, undefined],
      [4, 2, 'find_order'],
      [5, 2, 'track'],
      [6, 2, undefined],
    ])
    expect(steps[1]?.response).toEqual({ arrives: '2026-03-04' })
  })
})

describe('a step', () => {
  it('is not blamed where nothing speaks against any', () => {
    expect(blamed(transcript([find, track]))).toBeUndefined()
  })

  it('is blamed for an argument that nothing before it holds', () => {
    expect(blamed(transcript([find, ['track', { parcel: 'P-8' }, {}]], 'I do not know.'))).toBe(2)
  })

  it('is blamed for a call that was made before and gave the same', () => {
    expect(blamed(transcript([find, find, track]))).toBe(2)
  })

  it('is blamed for a number in the answer that no tool gave', () => {
    expect(blamed(transcript([find, track], 'It arrives on 2026-03-05.'))).toBe(3)
  })

  it('is blamed for an error, in whatever shape', () => {
    expect(blamed(transcript([find, ['track', { parcel: 'P-9' }, { error: 'timeout' }]], 'Soon.'))).toBe(2)
    expect(errorOf({ ok: false })).toBe('{"ok":false}')
    expect(errorOf({ content: 'Error: no such user' })).toBe('Error: no such user')
    expect(errorOf({ error: null, status: 'delivered' })).toBeUndefined()
  })

  it('is blamed where it leaves the path of a passing repeat', () => {
    const repeats = [transcript([find, track])]
    expect(blamed(transcript([find, ['cancel', { id: 'ORD-17' }, {}]], 'Done.'), { repeats })).toBe(2)
    expect(blamed(transcript([find], 'Soon.'), { repeats })).toBe(2)
  })

  it('is not blamed for what passing results do as well', () => {
    const limited = transcript([['find_order', { id: 'ORD-17', limit: 5 }, { parcel: 'P-9' }], track])
    expect(blamed(limited)).toBe(1)
    expect(blamed(limited, { habits: passingHabits(Array.from({ length: 10 }, () => limited)) })).toBeUndefined()
  })

  it('is not named where as much speaks against two', () => {
    const two = transcript(
      [
        ['find_order', { id: 'ORD-18' }, {}],
        ['track', { parcel: 'P-8' }, {}],
      ],
      'Soon.',
    )
    expect(suspectSteps(two, { habits: none, repeats: [] }).ranked.map(({ step }) => step)).toEqual([1, 2])
    expect(blamed(two)).toBeUndefined()
  })
})

const steps = () => 3

describe('the measured rate', () => {
  const wrong = transcript([find, ['track', { parcel: 'P-8' }, {}]], 'I do not know.')

  it('is held against the best constant guess', () => {
    const always = Array.from({ length: 20 }, () => ({ transcript: wrong, step: 2, habits: none, repeats: [] }))
    const measured = measureSuspicion(always, steps)
    expect(measured).toMatchObject({ faults: 20, named: 20, constant: { step: 2, rate: 1 } })
    expect(isBetterThanGuess(measured)).toBe(false)
    const spread = [1, 2, 3].flatMap((step) => always.map((fault) => ({ ...fault, step })))
    expect(measureSuspicion(spread, steps)).toMatchObject({ hits: { value: 1 / 3 }, constant: { rate: 1 / 3 } })
  })

  it('counts what is blamed of transcripts without a fault', () => {
    const clean = { transcript: transcript([find, track]), step: 0, habits: none, repeats: [] }
    expect(measureSuspicion([clean, { ...clean, transcript: wrong }], steps).falselyBlamed).toMatchObject({
      value: 0.5,
    })
  })

  it('sets the same third aside for the same seed', () => {
    const names = Array.from({ length: 300 }, (_, index) => `case-${index}`)
    expect(setAside(names, 41)).toEqual(setAside(names.toReversed(), 41))
    expect(setAside(names, 41).size).toBeGreaterThan(70)
    expect(setAside(names, 41).size).toBeLessThan(130)
  })
})
