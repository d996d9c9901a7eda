import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { apiReference } from './api-reference.ts'
import { contentsIn } from './contents.ts'
import { publicNames } from './public-names.ts'

const docs = join(import.meta.dirname, '../../docs')

describe('the list of contents', () => {
  it('becomes parts with addresses', () => {
    const text = '# The book\n\n## Start\n\n- [Here](../a.md): why\n- [There](b/index.md)\n\n## Then\n\n- [C](c.md)\n'
    expect(contentsIn(text, 'ja/')).toEqual([
      {
        text: 'Start',
        items: [
          { text: 'Here', link: '/a' },
          { text: 'There', link: '/ja/b/' },
        ],
      },
      { text: 'Then', items: [{ text: 'C', link: '/ja/c' }] },
    ])
  })

  it.each(['', 'ja/'])('has every page of docs/%s, once', (folder) => {
    const parts = contentsIn(readFileSync(join(docs, folder, 'index.md'), 'utf8'), folder)
    const links = parts.flatMap(({ items }) => items.map(({ link }) => link))
    expect(links.toSorted()).toEqual([...new Set(links)].toSorted())
    const pages = globSync('**/*.md', { cwd: join(docs, folder), exclude: ['ja', 'decisions', 'index.md'] })
    const paths = pages.map((page) => `/${folder}${page.replace(/\.md$/, '')}`)
    expect(paths.filter((path) => !links.includes(path))).toEqual([])
    expect(paths.length).toBeGreaterThan(20)
  })

  it('has in Japanese each page that there is in Japanese, and the others in English', () => {
    const [english = [], japanese = []] = ['', 'ja/'].map((folder) =>
      contentsIn(readFileSync(join(docs, folder, 'index.md'), 'utf8'), folder).flatMap(({ items }) =>
        items.map(({ link }) => link),
      ),
    )
    const twins = english.map((link) => (existsSync(join(docs, 'ja', `${link}.md`)) ? `/ja${link}` : link))
    expect(japanese.filter((link) => link !== '/ja/terms')).toEqual(twins)
  })
})

describe('the pages', () => {
  it('have at most 1,200 words beside their code; benchmarks are figures on one page', () => {
    const pages = globSync('**/*.md', { cwd: docs, exclude: ['ja', 'benchmarks.md'] })
    expect(pages.filter((page) => wordsIn(readFileSync(join(docs, page), 'utf8')) > 1200)).toEqual([])
    expect(pages.length).toBeGreaterThan(100)
  })
})

describe('the page of supported versions', () => {
  it.each(['', 'ja/'])('has what package.json says: docs/%s', (folder) => {
    const text = readFileSync(join(docs, folder, 'supported-versions.md'), 'utf8')
    const rows = [...text.matchAll(/^\| `([^`]+)` \| `([^`]+)`/gm)].map(([, name, range]) => [name, range])
    const { engines, peerDependencies } = packageJson
    const expected = [...Object.entries(engines), ...Object.entries(peerDependencies)]
    expect(rows.map(([name, range]) => [name, range?.replaceAll('\\', '')]).toSorted()).toEqual(expected.toSorted())
  })
})

describe('the API reference', () => {
  const pages = apiReference()

  it('has a page for each entry, and every public name with its declaration and an example', () => {
    const text = pages.map((page) => page.text).join('')
    const without = publicNames().filter(({ name }) => !text.includes(`\n## ${name}\n`))
    expect(without).toEqual([])
    const sections = text.split(/^## /m).filter((section) => section.includes('```ts'))
    expect(sections.length).toBe(publicNames().length)
    expect(sections.filter((section) => section.split('```ts').length < 3)).toEqual([])
  })

  it('shows a function without its body, after the options that it takes', () => {
    const page = pages.find(({ path }) => path === 'api/shinsa-metrics.md')?.text ?? ''
    const section = page.split(/^## /m).find((one) => one.startsWith('chrf\n'))
    expect(section).toMatchInlineSnapshot(`
      "chrf

      Compares each final response with its reference by chrF, the F-score of shared character n-grams (Popović 2015), 0–1, and
      gives the mean. It suits languages of any script. N-grams have up to 6 characters (\`order\`), and recall counts twice as
      much as precision (\`beta\`).

      \`\`\`ts
      type ChrfOptions = AnswerOptions & {
        readonly threshold: number
        /** Length of the longest character n-grams. */
        readonly order?: number
        /** The weight of recall relative to precision. */
        readonly beta?: number
      }

      export function chrf(options: ChrfOptions): Metric
      \`\`\`

      \`\`\`ts
      const metrics = [chrf({ threshold: 0.5 })]
      const cases = [{ ask: 'When are you open?', answer: 'Open from nine to five' }]
      const { results } = await evaluate({ cases, agent: () => 'We open at nine', metrics, store: ':memory:' })
      results[0]?.scores[0] // => { status: 'scored', value: 0.1978, passed: false, … }
      \`\`\`

      "
    `)
  })

  it('calls a name as its entry exports it', () => {
    const page = pages.find(({ path }) => path === 'api/shinsa-targets.md')?.text ?? ''
    expect(page).toContain('export function withTimeout(target: Target, limitMs: number): Target')
  })
})

/** How many words a page has beside its code, without marks and addresses. */
function wordsIn(text: string): number {
  return text.replaceAll(/^ *```[^]*?^ *```|[|*`#-]+|\]\([^)]*\)/gm, ' ').split(/\s+/).length
}
