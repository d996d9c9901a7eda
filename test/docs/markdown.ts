import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { anchorOf } from '../../scripts/book/contents.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export type Page = { readonly path: string; readonly text: string }
export type CodeBlock = { readonly language: string; readonly code: string; readonly place: string }

/** Every page of the project, examples included; documents to be reviewed and runbooks are data. */
export function pages(): readonly Page[] {
  const found = globSync('**/*.md', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|results|fixtures|(?:make-)?runbooks|\.[^/.][^/]*)$/.test(path),
  })
  return found.toSorted().map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }))
}

export function codeBlocks({ path, text }: Page): readonly CodeBlock[] {
  return [...text.matchAll(/^( *)```(\w*)\n(.*?)\n\1```/gms)].map((match) => ({
    language: match[2] ?? '',
    code: match[3] ?? '',
    place: `${path}:${text.slice(0, match.index).split('\n').length}`,
  }))
}

/** What is not code, for links and headings. */
export function prose({ text }: Page): string {
  return text.replaceAll(/^( *)```.*?^\1```/gms, '')
}

/** The anchors of a page, made from its headings. */
export function anchors(page: Page): ReadonlySet<string> {
  const headings = [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set(headings.map(anchorOf))
}
