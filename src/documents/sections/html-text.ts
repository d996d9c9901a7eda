/** Returns the visible text of HTML in lines; what only looks like a tag, such as `<NAMESPACE>`, stays. */
export function htmlText(html: string): string {
  let text = ''
  let from = 0
  for (let tag = nextTag(html, from); tag !== undefined; tag = nextTag(html, from)) {
    text += html.slice(from, tag.start) + seen(tag)
    from = tag.end
  }
  return decodeReferences(text + html.slice(from)).replaceAll(/(?<![ \t])[ \t]*\n\s*/g, '\n')
}

/** Decodes character references such as `&lt;` and `&#x200B;`. Invisible characters are removed. */
export function decodeReferences(text: string): string {
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
  const found = html.toLowerCase().indexOf(what, from)
  return found === -1 ? html.length : found + what.length
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
