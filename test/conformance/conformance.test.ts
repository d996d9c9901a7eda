import { spawnSync } from 'node:child_process'
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

it('says of a file without vectors what is wrong with it, and what a file of vectors is', () => {
  const other = fileURLToPath(new URL('../fixtures/statistics.json', import.meta.url))
  const run = fileURLToPath(new URL('run.ts', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [run, other], { encoding: 'utf8' })
  expect({ status, lines: stderr.replace(other, 'FILE').trimEnd().split('\n') }).toEqual({
    status: 2,
    lines: [
      'error: FILE holds no vectors: vectors: Invalid input: expected array, received undefined',
      '  A file of vectors is a list of { id, op, input, expected }, or { vectors: [{ id, rows, expected }] }.',
    ],
  })
})
