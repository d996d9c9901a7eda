import { type MarkdownExtension, parser as commonMark, Strikethrough } from '@lezer/markdown'

export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }

/**
 * Returns the blocks of Markdown as written, with nested lists and code, but with HTML as text, links as words and address, and images
 * as their description.
 */
export function markdownBlocks(text: string): readonly MarkdownBlock[] {
  const source = prepared(text)
  const definitions = definitionsIn(source)
  const blocks: MarkdownBlock[] = []
  for (let node = parser.parse(source).topNode.firstChild; node !== null; node = node.nextSibling) {
    if (node.name === 'HorizontalRule') continue
    const [, depth = '0'] = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name) ?? []
    const level = depth !== '0' && hasTable(source.slice(node.from, node.to)) ? 0 : Number(depth)
    const written = writtenText(node, { source, definitions, isHeading: level > 0 })
    if (level > 0) blocks.push({ kind: 'heading', level, text: headingText(written) })
    else if (written.trim() !== '') blocks.push({ kind: 'text', text: written })
  }
  return blocks
}

/** A line below a table rules it off; the parser, which reads no tables, would make a heading of it all. */
function hasTable(text: string): boolean {
  return text.split('\n').some((line) => /^[\s|:-]+$/.test(line) && line.includes('|') && line.includes('-'))
}

/** Longer or deeper blocks stay as written, since parsing them would be slow. */
const [LONGEST, DEEPEST] = [8000, 40]

const limits: MarkdownExtension = {
  parseInline: [
    {
      // Every parser is tried at every character, and most characters start nothing.
      name: 'Plain',
      before: 'Escape',
      parse({ text, offset, end }, _next, at) {
        if (end - offset > LONGEST) return end
        PLAIN.lastIndex = at - offset
        return PLAIN.test(text) ? offset + PLAIN.lastIndex : -1
      },
    },
    {
      // Brackets in a link's words would be parsed as a link, which ends the outer one.
      name: 'Brackets',
      before: 'Link',
      parse(context, _next, at) {
        const [words = ''] = context.hasOpenLink ? (BRACKETS.exec(context.slice(at, at + 200)) ?? []) : []
        return words === '' ? -1 : at + words.length
      },
    },
  ],
  parseBlock: [
    {
      name: 'Deepest',
      before: 'IndentedCode',
      parse(context, { text, pos }) {
        if (context.depth <= DEEPEST) return false
        context.addElement(context.elt('Paragraph', context.lineStart + pos, context.lineStart + text.length))
        context.nextLine()
        return true
      },
    },
  ],
}
const PLAIN = /[^\\`*_~[\]!<&]+/y
const BRACKETS = /^\[[^[\]\\`<&!]*\](?![([])/
const parser = commonMark.configure([Strikethrough, limits])

type MarkdownNode = ReturnType<typeof parser.parse>['topNode']

/** Removes the anchor syntax of some renderers. */
function headingText(text: string): string {
  return text
    .replace(/(?<!\s)\s*\{#[^{}]*\}\s*$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

type Written = {
  readonly source: string
  readonly definitions: ReadonlyMap<string, string>
  /** Whether emphasis and addresses are removed, too. */
  readonly isHeading: boolean
}

type Edit = { readonly from: number; readonly to: number; readonly text: string }

function writtenText(block: MarkdownNode, written: Written): string {
  const { source } = written
  // An indented code block begins with its indent.
  let at = block.name === 'CodeBlock' ? source.lastIndexOf('\n', block.from) + 1 : block.from
  let text = ''
  for (const edit of editsIn(block, written).toSorted((one, other) => one.from - other.from)) {
    if (edit.from < at) continue
    text += source.slice(at, edit.from) + edit.text
    at = edit.to
  }
  return (text + source.slice(at, block.to))
    .replaceAll(/\n(?:[ \t]*\n){2,}/g, '\n\n')
    .replaceAll(/^(?:[ \t]*\n)+|(?<!\s)\s+$/g, '')
}

function editsIn(block: MarkdownNode, written: Written): readonly Edit[] {
  const edits: Edit[] = []
  block.cursor().iterate(({ name, from, to, node }) => {
    const text = written.source.slice(from, to)
    if (name === 'Escape') edits.push({ from, to, text: text.slice(1) })
    else if (name === 'Entity') edits.push({ from, to, text: decodeReferences(text) })
    else if (name === 'LinkReference' && !text.startsWith('[^')) edits.push({ from, to, text: '' })
    else if (name === 'Paragraph') edits.push(...attributeLines(text, from))
    else if (name === 'Link' || name === 'Image') edits.push(...linkEdits(node, written))
    else if (/^(?:HTML|Comment|ProcessingInstruction)/.test(name))
      edits.push({ from, to, text: /^<br\b[^<>]*>$/i.test(text) ? ' ' : htmlText(text).trim() })
    else if (name === 'LinkMark' ? /[<>]/.test(text) : written.isHeading && name.endsWith('Mark'))
      edits.push({ from, to, text: '' })
  })
  return edits
}

/** Attributes that site generators read on a line of their own: `{: .note }`. */
function attributeLines(text: string, from: number): readonly Edit[] {
  return Array.from(text.matchAll(/^\{:[^{}\n]{0,200}\}[ \t]*$/gm), ({ index, 0: line }) => ({
    from: from + index,
    to: from + index + line.length,
    text: '',
  }))
}

/** A link becomes its words and its address where that differs from them; an image its description. */
function linkEdits(node: MarkdownNode, { source, definitions, isHeading }: Written): readonly Edit[] {
  const { from, to } = node
  const [begin, end, ...address] = node.getChildren('LinkMark')
  if (begin === undefined || end === undefined) return []
  const words = source.slice(begin.to, end.from)
  const { from: urlFrom = 0, to: urlTo = 0 } = node.getChild('URL') ?? {}
  const label = labelOf(source.slice(end.to, to).replaceAll(/^\[|\]$/g, '') || words)
  const url =
    address.length > 0 ? unescaped(source.slice(urlFrom, urlTo).replaceAll(/^<|>$/g, '')) : definitions.get(label)
  // A reference without definition is text.
  if (url === undefined) return []
  const [attributes = ''] = address.length > 0 ? (/^\{[^{}\n]{0,200}\}/.exec(source.slice(to, to + 202)) ?? []) : []
  const behind = to + attributes.length
  if (node.name === 'Image') return [{ from, to: behind, text: unescaped(words) }]
  const said = words.replaceAll(/\]\([^()]*\)/g, '')
  const isFar = !isHeading && /^(?:https?|mailto):/i.test(url) && !said.includes(url.replace(/^\w+:(?:\/\/)?/, ''))
  return [
    { from, to: begin.to, text: '' },
    { from: end.from, to: behind, text: isFar ? ` (${url})` : '' },
  ]
}

function unescaped(text: string): string {
  return decodeReferences(text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'))
}

/** Addresses by reference name; names that begin with ^ are footnotes. */
function definitionsIn(text: string): ReadonlyMap<string, string> {
  const found = text.matchAll(/^ {0,3}\[(?!\^)([^\]\n]{1,200})\]:[ \t]*\n?[ \t]*<?([^\s<>]{1,2000})/gm)
  return new Map(Array.from(found, ([, label = '', url = '']) => [labelOf(label), url]))
}

function labelOf(label: string): string {
  return label.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/**
 * Removes invisible characters and comments, including comments with blank lines, which the parser would end there; adds a blank line
 * above each heading, which preceding HTML would absorb.
 */
function prepared(text: string): string {
  const plain = text.replaceAll(/\r\n?/g, '\n').replaceAll(/[\u200b\u2060\ufeff]/g, '')
  const lastCommentEnd = plain.lastIndexOf('-->')
  const lastCodeEnd = Array.from(plain.matchAll(/<\/(?:script|pre|style)>/gi)).at(-1)?.index ?? -1
  let at = 0
  let fence: string | undefined
  let isInComment = false
  const lines = plain.split('\n').map((line) => {
    const isOpen =
      fence === undefined && ((COMMENT.test(line) && at > lastCommentEnd) || (CODE.test(line) && at > lastCodeEnd))
    isInComment ||= fence === undefined && at <= lastCommentEnd && COMMENT.test(line)
    at += line.length + 1
    if (isInComment) {
      const end = line.indexOf('-->')
      isInComment = end < 0
      return isInComment ? '' : line.slice(end + 3)
    }
    fence = fenceAfter(fence, line)
    // What is never closed would hide the rest of the document.
    if (isOpen) return `\\${line.trimStart()}`
    return fence === undefined && /^ {0,3}#{1,6}[ \t]/.test(line) ? `\n${line.trimStart()}` : line
  })
  return lines.join('\n')
}

const COMMENT = /^ {0,3}<!--/
const CODE = /^ {0,3}<(?:script|pre|style)(?:[\s>]|$)/i

/** Fences within list items are indented. */
function fenceAfter(fence: string | undefined, line: string): string | undefined {
  const [, mark] = /^[ \t]*(?:[-*+] +|\d{1,9}[.)] +)?(`{3,}|~{3,})(?![^\n]*`)/.exec(line) ?? []
  if (mark === undefined) return fence
  if (fence === undefined) return mark
  return mark.startsWith(fence) && line.trim() === mark ? undefined : fence
}

/** Returns the visible text of HTML in lines; what only looks like a tag, such as `<NAMESPACE>`, stays. */
function htmlText(html: string): string {
  let text = ''
  let from = 0
  for (let tag = nextTag(html, from); tag !== undefined; tag = nextTag(html, from)) {
    text += html.slice(from, tag.start) + seen(tag)
    from = tag.end
  }
  return decodeReferences(text + html.slice(from)).replaceAll(/(?<![ \t])[ \t]*\n\s*/g, '\n')
}

/** Decodes character references such as `&lt;` and `&#x200B;`. Invisible characters are removed. */
function decodeReferences(text: string): string {
  return text
    .replaceAll(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,6}));/g, (written, decimal, hex, name: string) => {
      if (name !== undefined) return named[name] ?? written
      const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
      return code === 0 || code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff) ? '' : String.fromCodePoint(code)
    })
    .replaceAll(/[\u200b\u2060\ufeff]/g, '')
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  rarr: '→',
  larr: '←',
  times: '×',
}

type Tag = { readonly start: number; readonly end: number; readonly name: string; readonly isEnd: boolean }

const TAG = /<!--|<(\/?)([a-z][a-z0-9]*)(?=[\s/>])[^<>]*>/gi

function nextTag(html: string, from: number): Tag | undefined {
  TAG.lastIndex = from
  for (let match = TAG.exec(html); match !== null; match = TAG.exec(html)) {
    const [written, slash, name = ''] = match
    const start = match.index
    if (written === '<!--') return { start, end: after(html, '-->', start), name: '', isEnd: false }
    const tag = name.toLowerCase()
    if (!elements.has(tag)) continue
    const isHidden = hidden.has(tag) && slash === '' && !written.endsWith('/>')
    const end = isHidden ? after(html, `</${tag}>`, start) : TAG.lastIndex
    return { start, end, name: tag, isEnd: slash !== '' }
  }
  return undefined
}

function after(html: string, what: string, from: number): number {
  const pattern = new RegExp(what, 'gi')
  pattern.lastIndex = from
  return pattern.test(html) ? pattern.lastIndex : html.length
}

function seen({ name, isEnd }: Tag): string {
  if (name === 'li' && !isEnd) return '\n- '
  if (/^t[dh]$/.test(name)) return isEnd ? ' | ' : ''
  return lines.has(name) ? '\n' : ''
}

const hidden: ReadonlySet<string> = new Set(['script', 'style', 'head', 'svg', 'template', 'iframe'])
const lines: ReadonlySet<string> = new Set(
  'br p div li ul ol tr table thead tbody details summary section article blockquote pre h1 h2 h3 h4 h5 h6 dl dt dd hr figure figcaption'.split(
    ' ',
  ),
)
const elements: ReadonlySet<string> = new Set([
  ...hidden,
  ...lines,
  ...'a b i u s em strong code kbd samp var sub sup small span font mark del ins abbr cite q td th col colgroup caption tfoot img picture source video center nobr label input button html body nav header footer main aside link meta title'.split(
    ' ',
  ),
])
