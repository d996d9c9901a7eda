import { expect, it } from 'vitest'
import { judgedProbes } from './equivalence-probes.ts'

it('passes no answer about another thing, and fails none that is right', async () => {
  const probes = await judgedProbes('tuned')
  const missed = probes.filter(
    ({ kind, outcome }) => (kind === 'wrong' && outcome === 'valid') || (kind === 'right' && outcome === 'invalid'),
  )
  expect(missed).toEqual([])
  const right = probes.filter(({ kind }) => kind === 'right')
  expect(right.filter(({ outcome }) => outcome === 'valid').length / right.length).toBeGreaterThan(0.95)
})

it('rarely does so with answers that were never looked at', async () => {
  const probes = await judgedProbes('aside')
  const share = (kind: 'right' | 'wrong', outcome: string): number => {
    const those = probes.filter((probe) => probe.kind === kind)
    return those.filter((probe) => probe.outcome === outcome).length / those.length
  }
  expect(share('wrong', 'valid')).toBeLessThan(0.05)
  expect(share('right', 'invalid')).toBeLessThan(0.03)
  expect(share('right', 'valid')).toBeGreaterThan(0.9)
})
