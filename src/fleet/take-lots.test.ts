import { describe, expect, it } from 'vitest'
import { casesByPlace, unreadByPlace } from './take-lots.ts'

const cases = ['a', 'b', 'c', 'd'].map((id) => ({ id }))

describe.each([
  ['cases', (file: () => AsyncIterable<{ readonly id: string }>) => casesByPlace(file)],
  [
    'unread cases',
    (file: () => AsyncIterable<{ readonly id: string }>) =>
      unreadByPlace(async function* batches() {
        for await (const evalCase of file()) yield [() => evalCase]
      }),
  ],
])('%s by their place', (_, byPlace) => {
  it('are read from one file, which is closed before it is read again and at the end', async () => {
    const files: string[] = []
    const { at, close } = byPlace(async function* file() {
      files.push('opened')
      try {
        yield* cases
      } finally {
        files.push('closed')
      }
    })
    for (const [position, id] of [
      [1, 'b'],
      [1, 'b'],
      [2, 'c'],
      [0, 'a'],
      [3, 'd'],
    ] as const)
      expect(await at(position)).toEqual({ id })
    expect(files).toEqual(['opened', 'closed', 'opened'])
    await close()
    expect(files).toEqual(['opened', 'closed', 'opened', 'closed'])
    await expect(at(4)).rejects.toThrow('the dataset has no case at position 4')
    await close()
  })
})
