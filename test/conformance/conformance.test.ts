import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { check, isImplemented, readVectors } from './vectors.ts'

const file = fileURLToPath(new URL('adk.json', import.meta.url))

describe('ADK vectors', () => {
  const vectors = readVectors(file)

  it.each(vectors)('$id', async (vector) => {
    expect(await check(vector)).toEqual({ id: vector.id, op: vector.op, status: 'passed' })
  })

  it('leaves no operation out', () => {
    expect(readVectors(file).filter(({ op }) => !isImplemented(op))).toEqual([])
  })
})
