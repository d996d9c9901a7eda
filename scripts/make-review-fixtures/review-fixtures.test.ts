import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/documents/index.ts'
import { reviewFixtures } from './review-fixtures.ts'

const root = join(import.meta.dirname, '..', '..')

describe('the documents of the review example', () => {
  it('are what the script writes, byte for byte, and small', async () => {
    for (const { path, bytes } of await reviewFixtures()) {
      expect({ path, same: readFileSync(join(root, path)).equals(bytes) }).toEqual({ path, same: true })
      expect(bytes.length).toBeLessThan(100_000)
    }
  })

  for (const language of ['en', 'ja'] as const) {
    it(`are read to the last mark, whichever way the fonts are given: ${language}`, async () => {
      const place = join(root, `examples/document-review/${language}/fixtures/floor_plan_safety_reports`)
      const embedded = await readDocument(`${place}.pdf`)
      const named = await readDocument(`${place}_fonts_not_embedded.pdf`)
      expect([embedded.warnings, named.warnings]).toEqual([[], []])
      expect(named.pages).toEqual(embedded.pages)
      const text = embedded.pages.map((page) => `=== page ${page.number}\n${page.text}\n`).join('\n')
      await expect(text).toMatchFileSnapshot(`expected-text.${language}.txt`)
    })
  }
})
