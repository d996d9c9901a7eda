import { expect, it } from 'vitest'
import { runSettings } from '../settings/run-settings.ts'
import { RunWish } from './api/new-run.ts'

const ofPage = Object.entries(runSettings).filter(([, { places }]) => (places as readonly string[]).includes('page'))

it('the page may ask for every setting that is the page’s, and for nothing that its own checks refuse', () => {
  expect(ofPage.map(([name]) => name)).toEqual([
    'target',
    'name',
    'filter',
    'tag',
    'first',
    'repeat',
    'concurrency',
    'thresholds',
    'judge',
    'maxCost',
  ])
  for (const [name] of ofPage) expect(Object.keys(RunWish.shape)).toContain(name)
  const dataset = 'abc'
  expect(RunWish.safeParse({ dataset, repeat: 3, maxCost: 0.5, name: 'night' }).success).toBe(true)
  for (const wrong of [{ repeat: 1.5 }, { repeat: 0 }, { repeat: '3' }, { maxCost: 0 }, { maxCost: '1' }]) {
    expect([wrong, RunWish.safeParse({ dataset, ...wrong }).success]).toEqual([wrong, false])
  }
})
