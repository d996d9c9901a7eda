import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { firstDifference } from './equal.ts'
import { simulationOperations } from './simulation-operations.ts'
import { readVectors } from './vectors.ts'

const file = fileURLToPath(new URL('adk.json', import.meta.url))

describe('ADK vectors about simulation', () => {
  const vectors = readVectors(file).filter(({ op }) => op in simulationOperations)

  it.each(vectors)('$id', async ({ op, input, expected }) => {
    const actual = await simulationOperations[op]?.(input as never) // each operation reads the input of its own vectors
    expect(firstDifference(expected, actual, 1e-6)).toBeUndefined()
  })

  it('are about every operation', () => {
    expect(new Set(vectors.map(({ op }) => op))).toEqual(new Set(Object.keys(simulationOperations)))
  })
})
