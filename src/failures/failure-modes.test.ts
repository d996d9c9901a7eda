import { expect, it } from 'vitest'
import { FailureModes, codeByModes } from './failure-modes.ts'

const modes = FailureModes.parse({
  version: 1,
  modes: [
    { name: 'cancels nothing', examples: [{ case: 'a', evidence: ['call missing cancel', 'metric tools'] }] },
    { name: 'too slow', definition: 'no answer in time', examples: [{ case: 'b', evidence: ['error timeout: late'] }] },
  ],
}).modes

it('codes a failure by the nearest example, and leaves what is near none', () => {
  const coded = codeByModes(
    [
      ['call missing cancel', 'metric tools', 'turn last'],
      ['error timeout: late'],
      ['error refused: no', 'metric tools'],
    ],
    modes,
  )
  expect(coded).toEqual(['cancels nothing', 'too slow', null])
})

it('refuses two modes of one name', () => {
  expect(FailureModes.safeParse({ version: 1, modes: [modes[0], modes[0]] }).success).toBe(false)
})
