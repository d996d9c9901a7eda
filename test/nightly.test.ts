import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { nightlyChoice } from './nightly.ts'

const all = nightlyChoice('nightly', []).only ?? []

it('leaves out only files that there are', () => {
  expect(all.filter((file) => !existsSync(file))).toEqual([])
  expect(nightlyChoice('test', [])).toEqual({ without: all })
})

it('plays each of them in one check of four', () => {
  const sampled = [7, 8, 9, 10].map((commit) => {
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
