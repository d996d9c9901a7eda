import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readDocument } from '../../src/documents/index.ts'
import { runbookPdfs } from './runbook-pdfs.ts'

const root = join(import.meta.dirname, '..', '..')

it('the runbooks in PDF are what the script draws, byte for byte, small, and read to the last word of every page', async () => {
  for (const { path, bytes } of await runbookPdfs()) {
    expect({ path, same: readFileSync(join(root, path)).equals(bytes) }).toEqual({ path, same: true })
    expect(bytes.length).toBeLessThan(80_000)
    const { pages, warnings } = await readDocument(join(root, path))
    expect(warnings).toEqual([])
    expect(pages.length).toBeGreaterThan(2)
    expect(comparable(pages.map((page) => page.text.replace(/SOC-RB-07 \d+ \/ \d+\s*$/, '')).join(''))).toBe(
      comparable(sourceOf(path)),
    )
  }
})

function sourceOf(path: string): string {
  const language = path.includes('/en/') ? 'en' : 'ja'
  return readFileSync(join(import.meta.dirname, `log-retention-and-evidence.${language}.md`), 'utf8')
}

/** Without what Markdown and the page each mark headings, steps, lists and tables with. */
function comparable(text: string): string {
  const words = text.replaceAll(/^\|(-+\|)+$/gm, '').replaceAll(/^(?:#+ |- |• )/gm, '')
  return words.replaceAll(/^\(?(\d+)(?:\) |\. )/gm, '$1 ').replaceAll(/\*\*|\||\s/g, '')
}
