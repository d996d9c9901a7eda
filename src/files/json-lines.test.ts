import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { addJsonLines, jsonLinesIn } from './json-lines.ts'

const Line = z.object({ a: z.number() })

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shinsa-lines-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'below', 'lines.jsonl')
}

it('has what was added, and passes over what was cut off', () => {
  const file = newFile()
  expect(jsonLinesIn(file, Line)).toEqual([])
  addJsonLines(file, [{ a: 1 }])
  appendFileSync(file, '{"a":')
  expect(jsonLinesIn(file, Line)).toEqual([{ a: 1 }])
  addJsonLines(file, [{ a: 2 }])
  // Whole, but for its end.
  appendFileSync(file, '{"a":3}')
  for (const _ of [1, 2]) expect(jsonLinesIn(file, Line)).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }])
})

it('refuses a line of something else, and says where', () => {
  const file = newFile()
  addJsonLines(file, [{ a: 1 }, { b: 1 }])
  expect(() => jsonLinesIn(file, Line)).toThrow('lines.jsonl:2 is broken')
})
