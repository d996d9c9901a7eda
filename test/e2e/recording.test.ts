import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { firstCommands, recordPage, recordings } from '../../scripts/make-recording/getting-started.ts'
import { toSvg } from '../../scripts/make-recording/to-svg.ts'

const root = join(import.meta.dirname, '..', '..')

describe.each(recordings)('the recording of $page', ({ page, picture, title }) => {
  it('is what its five commands print in an empty folder, and ends with a case that failed and why', async () => {
    expect(firstCommands(page)).toHaveLength(5)
    const recorded = await recordPage(page)
    const svg = readFileSync(join(root, picture), 'utf8')
    // Where a line is broken depends on how many digits a time had.
    expect(textOf(svg)).toBe(textOf(toSvg(recorded, title)))
    expect(recorded.at(-1)?.output).toMatch(/✗.*row-1/)
    expect(recorded.at(-1)?.output).toMatch(/get_weather\(\{"city":"(?:Kyoto|京都)"\}\)/)
    expect(svg).not.toMatch(/\/(?:tmp|home|work|Users)\/|node:internal/)
  })
})

it('texts are no markup of the picture', () => {
  const svg = toSvg([{ command: 'cat <a>', output: '\u001b[31m</text><script>&\u001b[39m' }], '"<b>"')
  expect(svg).not.toMatch(/<script|<b>|<a>/)
  expect(textOf(svg)).toContain('&lt;/text&gt;&lt;script&gt;&amp;')
})

function textOf(svg: string): string {
  return svg
    .replaceAll(/<style>.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s/g, '')
}
