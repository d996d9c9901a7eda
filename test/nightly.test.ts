import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { languagesPlayed, nightlyChoice } from './nightly.ts'

const all = nightlyChoice('nightly', []).only ?? []

it('leaves out only files that there are', () => {
  expect(all.filter((file) => !existsSync(file))).toEqual([])
  expect(nightlyChoice('test', [])).toEqual({ without: all })
})

it('plays each of them in one check of eight', () => {
  const sampled = [5, 6, 7, 8, 9, 10, 11, 12].map((commit) => {
    const { without } = nightlyChoice(`sample-${commit}`, [])
    return all.filter((file) => !without.includes(file))
  })
  expect(sampled.flat().toSorted()).toEqual(all.toSorted())
  expect(sampled.every((files) => files.length >= 3)).toBe(true)
})

it('plays what somebody names', () => {
  expect(nightlyChoice('test', ['test/e2e/fleet.test.ts']).without).not.toContain('test/e2e/fleet.test.ts')
  expect(nightlyChoice('test', ['./src/fleet']).without).not.toContain('src/fleet/fence.test.ts')
  expect(nightlyChoice('test', ['run', 'fleet'])).toEqual({ without: all })
})

it('tries the page in each language, and in one beside a check', () => {
  expect(['test', 'nightly', 'sample-4', 'sample-5'].map(languagesPlayed)).toEqual([
    ['en', 'ja'],
    ['en', 'ja'],
    ['en'],
    ['ja'],
  ])
})
