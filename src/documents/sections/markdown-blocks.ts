import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toString } from 'mdast-util-to-string'
import { gfm } from 'micromark-extension-gfm'
import { decodeReferences, htmlText } from './html-text.ts'

export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }

type MarkdownBlocksParse = ReturnType<typeof fromMarkdown>
type MarkdownNode = MarkdownBlocksParse | MarkdownBlocksParse['children'][number]

/**
 * The blocks of Markdown as they are written, lists nested and code as it is, but for what only a renderer reads: HTML
 * becomes text, a link its words and its address, an image what is said in place of it.
 */
export function markdownBlocks(text: string): readonly MarkdownBlock[] {
  const definitions = definitionsIn(text)
  return markdownChunks(text.replaceAll(/\r\n?/g, '\n')).flatMap((chunk) => blocksOf(chunk, definitions))
}

// What the extension does to addresses after it parsed is done by recursion, and addresses stay as they are written.
const extensions = gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] }))

// Putting it together takes as long as reading a short block.
const syntax = gfm()

function blocksOf(chunk: string, definitions: ReadonlyMap<string, string>): readonly MarkdownBlock[] {
  if (chunk.length > 2 * LONGEST_CHUNK || NESTED.test(chunk)) return plainBlocks(chunk)
  const { children } = fromMarkdown(chunk + definitionsFor(chunk, definitions), {
    extensions: [syntax],
    mdastExtensions: [extensions],
  })
  return children.flatMap((node): readonly MarkdownBlock[] => {
    if (node.type === 'definition' || node.type === 'thematicBreak') return []
    if (node.type === 'heading') return [{ kind: 'heading', level: node.depth, text: headingText(toString(node)) }]
    const text = writtenText(chunk, node, definitions)
    return text.trim() === '' ? [] : [{ kind: 'text', text }]
  })
}

/** Nobody writes lists or quotes this deep. */
const NESTED = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){40}/m

/** A block of many pages is a listing, a table or harm: it stays as it is, under its heading. */
function plainBlocks(chunk: string): readonly MarkdownBlock[] {
  const [first = '', marks = '', title = ''] = /^\s{0,3}(#{1,6})[ \t]+([^\n]*)\n?/.exec(chunk) ?? []
  const text = { kind: 'text', text: chunk.slice(first.length).trimEnd() } as const
  return marks === '' ? [text] : [{ kind: 'heading', level: marks.length, text: headingText(title) }, text]
}

/** Without the anchor that some renderers read behind it. */
function headingText(text: string): string {
  return decodeReferences(text)
    .replace(/(?<!\s)\s*\{#[^{}]*\}\s*$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

type Edit = { readonly start: number; readonly end: number; readonly text: string }

function writtenText(source: string, block: MarkdownNode, definitions: ReadonlyMap<string, string>): string {
  const { start, end } = placeOf(block)
  let [text, at] = ['', start]
  for (const edit of editsIn(source, block, definitions).toSorted((one, other) => one.start - other.start)) {
    if (edit.start < at) continue
    text += source.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return (text + source.slice(at, end))
    .replaceAll(/\n(?:[ \t]*\n){2,}/g, '\n\n')
    .replaceAll(/^(?:[ \t]*\n)+|(?<!\s)\s+$/g, '')
}

function editsIn(source: string, block: MarkdownNode, definitions: ReadonlyMap<string, string>): readonly Edit[] {
  const edits: Edit[] = []
  const waiting: (MarkdownNode | { readonly type: string })[] = [block]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = next as MarkdownBlocksParse['children'][number]
    const place = placeOf(node)
    if (node.type === 'html')
      edits.push({ ...place, text: /^<br\b/i.test(node.value) ? ' ' : htmlText(node.value).trim() })
    else if (node.type === 'text') edits.push({ ...place, text: unescaped(withoutAttributes(source, place)) })
    else if (node.type === 'image' || node.type === 'imageReference') edits.push({ ...place, text: node.alt ?? '' })
    else if (node.type === 'definition') edits.push({ ...place, text: '' })
    else if (node.type === 'link') edits.push(...linkEdits(node, node.url))
    else if (node.type === 'linkReference') edits.push(...linkEdits(node, definitions.get(node.identifier)))
    if ('children' in node) waiting.push(...node.children)
  }
  return edits
}

/** Its words, and where it leads if that is somewhere else than the words say. */
function linkEdits(
  node: Extract<MarkdownBlocksParse['children'][number], { type: 'link' | 'linkReference' }>,
  url = '',
): readonly Edit[] {
  const { start, end } = placeOf(node)
  const [first, last] = [node.children[0], node.children.at(-1)]
  const isFar = /^(?:https?|mailto):/i.test(url) && !toString(node).includes(url.replace(/^\w+:(?:\/\/)?/, ''))
  if (first === undefined || last === undefined) return [{ start, end, text: isFar ? url : '' }]
  return [
    { start, end: placeOf(first).start, text: '' },
    { start: placeOf(last).end, end, text: isFar ? ` (${url})` : '' },
  ]
}

/** What a site is told of a link or an image behind it, or of a block on a line of its own: `{ width=50% }`, `{: .note }`. */
function withoutAttributes(source: string, { start, end }: ReturnType<typeof placeOf>): string {
  const text = source.slice(start, end).replaceAll(/^\{:[^{}\n]{0,200}\}[ \t]*$/gm, '')
  return source[start - 1] === ')' ? text.replace(/^\{[^{}\n]{0,200}\}/, '') : text
}

function unescaped(text: string): string {
  return decodeReferences(text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'))
}

function placeOf({ position }: Pick<MarkdownNode, 'position'>): { readonly start: number; readonly end: number } {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 }
}

/** A reference is one only where it is defined. */
function definitionsFor(chunk: string, definitions: ReadonlyMap<string, string>): string {
  const labels = new Set(Array.from(chunk.matchAll(/\[([^[\]\n]{1,200})\]/g), ([, label = '']) => labelOf(label)))
  return [...labels]
    .map((label) => (definitions.has(label) ? `\n\n[${label}]: <${definitions.get(label)}>` : ''))
    .join('')
}

/** Where the references of a document lead; those of one chunk may be defined in another. */
function definitionsIn(text: string): ReadonlyMap<string, string> {
  const found = text.matchAll(/^ {0,3}\[([^\]\n]{1,200})\]:[ \t]*<?([^\s<>]{1,2000})/gm)
  return new Map(Array.from(found, ([, label = '', url = '']) => [labelOf(label), url]))
}

function labelOf(label: string): string {
  return label.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/**
 * Markdown in chunks that are parsed one by one, each whole blocks: the parser's work grows with the square of what it is given. A
 * chunk ends at a heading, or where it is long at an empty line between blocks. Comments are left out, also where they have empty
 * lines, which ends them for the parser and not for who looks at the page.
 */
function markdownChunks(text: string): readonly string[] {
  const lastCommentEnd = text.lastIndexOf('-->')
  const chunks: string[] = []
  let [chunk, at] = ['', 0]
  let fence: string | undefined
  let [isAfterBlank, isInComment] = [true, false]
  for (const line of text.split(/(?<=\n)/)) {
    isInComment ||= fence === undefined && /^ {0,3}<!--/.test(line) && at <= lastCommentEnd
    at += line.length
    if (isInComment) {
      isInComment = !line.includes('-->')
      chunk += '\n'
      continue
    }
    const isHeading = /^ {0,3}#{1,6}[ \t]/.test(line)
    const isBlock = isAfterBlank && /^\S/.test(line) && chunk.length + line.length > LONGEST_CHUNK
    if (fence === undefined && (isHeading || isBlock) && chunk !== '') {
      chunks.push(chunk)
      chunk = ''
    }
    chunk += line
    fence = fenceAfter(fence, line)
    isAfterBlank = line.trim() === ''
  }
  return chunk === '' ? chunks : [...chunks, chunk]
}

/** Twice as much is parsed at most; beyond that a block is taken as it is written. */
const LONGEST_CHUNK = 4000

/** In items of lists fences are indented. */
function fenceAfter(fence: string | undefined, line: string): string | undefined {
  const [, mark] = /^[ \t]*(?:[-*+] +|\d{1,9}[.)] +)?(`{3,}|~{3,})(?![^\n]*`)/.exec(line) ?? []
  if (mark === undefined) return fence
  if (fence === undefined) return mark
  return mark.startsWith(fence) && line.trim() === mark ? undefined : fence
}
