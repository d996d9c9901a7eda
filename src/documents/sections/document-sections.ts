import type { TextDocument } from '../document.ts'

/** The content under one heading, without that of lower headings. */
type DocumentSection = {
  /** Headings above it, highest first; empty before the first heading. */
  readonly headings: readonly string[]
  /** The text as written, with nested lists and code. */
  readonly text: string
  /** First and last page, counted from 1. */
  readonly pages: readonly [first: number, last: number]
}

/** Characters from which a section is divided between blocks, since a document without headings would be a single section. */
const LONGEST_SECTION = 12_000

/** Divides a document at its headings. Markdown is parsed; in a PDF, lines in a larger font or with a number are headings. */
export async function documentSections(
  document: TextDocument,
  { longest = LONGEST_SECTION }: { readonly longest?: number | undefined } = {},
) {
  if (document.kind !== 'markdown') {
    const { printedBlocks } = await import('./printed-blocks.ts')
    const blocks = printedBlocks(document)
    const title = blocks[0]?.kind === 'heading' ? undefined : printedTitle(document)
    return { title, tags: [], sections: sectionsOf(blocks, { longest, title }) }
  }
  const { markdownBlocks } = await import('./markdown-blocks.ts')
  const { title, tags, rest } = await divideFrontMatter(document.pages.map(({ text }) => text).join('\n'))
  const blocks = markdownBlocks(rest).map((block) => ({ ...block, page: 1 }))
  const isTitled = blocks.some((block) => block.kind === 'heading' && block.level === 1)
  return { title, tags, sections: sectionsOf(blocks, { longest, title: isTitled ? undefined : title }) }
}

/** A short first line is the title. */
function printedTitle({ pages }: TextDocument): string | undefined {
  const [first = ''] = pages[0]?.text.trim().split('\n') ?? []
  return first.length > 0 && first.length <= LONGEST_TITLE ? first.trim() : undefined
}

const LONGEST_TITLE = 80

type DocumentSectionsBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string; readonly page: number }
  | { readonly kind: 'text'; readonly text: string; readonly page: number }

type SectionOptions = {
  readonly longest: number
  /** The title, where no heading is it. */
  readonly title: string | undefined
}

function sectionsOf(
  blocks: readonly DocumentSectionsBlock[],
  { longest, title }: SectionOptions,
): readonly DocumentSection[] {
  const sections: DocumentSection[] = []
  let path: readonly Extract<DocumentSectionsBlock, { kind: 'heading' }>[] = []
  let own: Extract<DocumentSectionsBlock, { kind: 'text' }>[] = []
  const close = () => {
    const headings = [...(title === undefined ? [] : [title]), ...path.map(({ text }) => text)]
    for (const part of parts(own, longest)) {
      const pages = [part[0]?.page ?? 1, part.at(-1)?.page ?? 1] as const
      sections.push({ headings, text: part.map(({ text }) => text).join('\n\n'), pages })
    }
    own = []
  }
  for (const block of blocks) {
    if (block.kind === 'text') own.push(block)
    else {
      close()
      path = [...path.filter(({ level }) => level < block.level), block]
    }
  }
  close()
  return sections
}

function parts<Own extends { readonly text: string }>(blocks: readonly Own[], longest: number): readonly Own[][] {
  const found: Own[][] = []
  let length = 0
  for (const block of blocks.flatMap((one) => pieces(one, longest))) {
    const last = found.at(-1)
    if (last === undefined || length + block.text.length > longest) {
      found.push([block])
      length = 0
    } else last.push(block)
    length += block.text.length + 2
  }
  return found
}

/** Divides a block that is longer than a section at line breaks. */
function pieces<Own extends { readonly text: string }>(block: Own, longest: number): readonly Own[] {
  const found: Own[] = []
  for (let { text } = block; text !== ''; text = text.slice(end(text, longest))) {
    found.push({ ...block, text: text.slice(0, end(text, longest)).trimEnd() })
  }
  return found
}

/** The end of the last whole line that fits; within a line that is longer. */
function end(text: string, longest: number): number {
  return text.length <= longest ? text.length : text.lastIndexOf('\n', longest - 1) + 1 || longest
}

/** Metadata in front of a document's text. */
type FrontMatter = { readonly title: string | undefined; readonly tags: readonly string[] }

type DividedFrontMatter = FrontMatter & { readonly rest: string }

/** Splits off front matter, YAML between `---` or TOML between `+++`. Invalid front matter is ignored. */
async function divideFrontMatter(text: string): Promise<DividedFrontMatter> {
  const [whole, mark, written = ''] =
    /^\ufeff?(---|\+\+\+)[ \t]*\r?\n([\s\S]{0,20000}?)\r?\n\1[ \t]*(?:\r?\n|$)/.exec(text) ?? []
  if (whole === undefined) return { title: undefined, tags: [], rest: text }
  return { ...(mark === '---' ? await fromYaml(written) : fromToml(written)), rest: text.slice(whole.length) }
}

async function fromYaml(written: string): Promise<FrontMatter> {
  const { LineCounter, parseDocument } = await import('yaml')
  const document = parseDocument(written, { logLevel: 'silent', lineCounter: new LineCounter(), uniqueKeys: false })
  if (document.errors.length > 0) return fromToml(written)
  const said: unknown = document.toJS({ maxAliasCount: 100 })
  if (typeof said !== 'object' || said === null) return { title: undefined, tags: [] }
  const entries = new Map(Object.entries(said).map(([key, value]) => [key.toLowerCase(), value as unknown]))
  const title = entries.get('title')
  return {
    title: typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined,
    tags: ['tags', 'keywords', 'categories'].flatMap((key) => wordsOf(entries.get(key))),
  }
}

function wordsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split(/[,、]/).map((word) => word.trim())
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : []
}

/** Reads only the title, whose syntax needs no TOML parser. */
function fromToml(written: string): FrontMatter {
  const [, title = ''] = /^title[ \t]*[=:][ \t]*["'「]?([^\n"'」]{1,300})/m.exec(written) ?? []
  return { title: title.trim() === '' ? undefined : title.trim(), tags: [] }
}
