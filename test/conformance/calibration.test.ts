import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { check, readVectors } from './vectors.ts'

describe('calibration vectors', () => {
  const vectors = readVectors(fileURLToPath(new URL('calibration.json', import.meta.url)))

  it.each(vectors)('$id', async (vector) => {
    expect(await check(vector)).toEqual({ id: vector.id, op: 'calibration', status: 'passed' })
  })

  it('are held to nine digits', async () => {
    const [first] = vectors
    if (first === undefined) throw new Error('the file has vectors')
    const nearly = JSON.parse(JSON.stringify(first.expected).replaceAll('0.065', '0.065000003')) as unknown
    expect(await check({ ...first, expected: nearly })).toMatchObject({ status: 'failed' })
  })
})
