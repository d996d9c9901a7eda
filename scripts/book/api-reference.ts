import { type PublicName, descriptionIn, examplesIn, publicNames } from './public-names.ts'

/** A page of the book: its path in the site, and its Markdown. */
export type BookPage = { readonly path: string; readonly text: string }

/** One page for each entry of the package, and one that lists them. */
export function apiReference(): readonly BookPage[] {
  const entries = [...Map.groupBy(publicNames(), ({ entry }) => entry)]
  const pages = entries.map(([entry, names]) => ({ path: `api/${fileOf(entry)}`, text: entryPage(entry, names) }))
  const lists = entries.map(([entry, names]) => {
    const links = names.map(({ name }) => `[\`${name}\`](${fileOf(entry)}#${name.toLowerCase()})`)
    return `## ${entry}\n\n${links.join(' · ')}`
  })
  const head = '# API reference\n\nEvery public name, by the entry of the package that exports it.'
  return [{ path: 'api/index.md', text: [head, ...lists, ''].join('\n\n') }, ...pages]
}

function fileOf(entry: string): string {
  return `${entry.replaceAll('/', '-')}.md`
}

function entryPage(entry: string, names: readonly PublicName[]): string {
  const sections = names.map((publicName) => {
    const { name, comment } = publicName
    const blocks = [declarationsFor(publicName), ...examplesIn(comment)].map((code) => `\`\`\`ts\n${code}\n\`\`\``)
    return [`## ${name}`, descriptionIn(comment), ...blocks].join('\n\n')
  })
  return [`# ${entry}`, ...sections, ''].join('\n\n')
}

/** The declaration, after the types that its parameters have and that are declared beside it. */
function declarationsFor({ name, declared, source, file }: PublicName): string {
  const head = headIn(source).replace(new RegExp(`\\b${declared}\\b`), name)
  const types = [...new Set(head.match(/\b\w+(?:Options|Rules|Definition|Matrix)\b/g))].filter((type) => type !== name)
  const beside = types.flatMap((type) => {
    const start = file.search(new RegExp(`^(?:export )?(?:type|interface) ${type}\\b`, 'm'))
    return start < 0 ? [] : [headIn(file.slice(start)).replace(/^export /, '')]
  })
  return [...beside, head].join('\n\n')
}

/** The declaration that a source begins with: a function without its body, a type or a schema whole. */
function headIn(source: string): string {
  const lines = source.split('\n')
  const end = lines.findIndex((line, index) => isEndOfFunctionHead(line) || isEnd(line, lines[index + 1] ?? ''))
  return lines
    .slice(0, end + 1)
    .join('\n')
    .replace(/ \{$/, '')
}

/** A function's head ends where its body opens, in the first line or in the one that closes its parameters. */
function isEndOfFunctionHead(line: string): boolean {
  return /^(?:export )?(?:async )?function\b.*\{$/.test(line) || /^\).*\{$/.test(line)
}

/** Anything else ends before the next line that begins at the margin and closes or continues nothing. */
function isEnd(line: string, next: string): boolean {
  return !/^[ )\]}|&]/.test(next) && !/[{([|=,]$/.test(line)
}
