import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { firstDifference } from './equal.ts'
import { judgedOperations } from './judged-operations.ts'
import { readVectors } from './vectors.ts'

const file = fileURLToPath(new URL('adk.json', import.meta.url))

describe('ADK vectors of judged metrics', () => {
  const vectors = readVectors(file).filter(({ op }) => op in judgedOperations)

  it('are there for every operation', () => {
    const withVectors = new Set(vectors.map(({ op }) => op))
    expect(Object.keys(judgedOperations).filter((op) => !withVectors.has(op))).toEqual([])
  })

  it.each(vectors)('$id', async ({ op, input, expected }) => {
    const actual = await judgedOperations[op]?.(input as never) // each operation reads the input of its own vectors
    expect(firstDifference(expected, actual, 1e-6)).toBeUndefined()
  })
})
