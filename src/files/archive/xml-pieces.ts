/** A piece of XML: an opening tag, a closing tag, or text. Names are without prefix. */
export type XmlPiece =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: (name: string) => string | undefined }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }

/**
 * Yields the pieces of a document in one pass. It supports only what Office files use: a declaration of entities ends the
 * reading, so that no text can expand.
 */
export function* xmlPieces(text: string): Generator<XmlPiece> {
  let at = 0
  while (at < text.length) {
    const start = text.indexOf('<', at)
    if (start < 0) return
    if (start > at) yield { kind: 'text', text: unescaped(text.slice(at, start)) }
    if (text.startsWith('<![CDATA[', start)) {
      const end = behind(text, ']]>', start)
      yield { kind: 'text', text: text.slice(start + 9, end - 3) }
      at = end
    } else if (text.startsWith('<!--', start)) at = behind(text, '-->', start)
    else if (text.startsWith('<?', start)) at = behind(text, '?>', start)
    else if (text.startsWith('<!', start)) return
    else {
      const end = endOfTag(text, start)
      yield* tagPieces(text.slice(start + 1, end - 1))
      at = end
    }
  }
}

function* tagPieces(tag: string): Generator<XmlPiece> {
  if (tag.startsWith('/')) {
    yield { kind: 'close', name: localName(tag.slice(1).trim()) }
    return
  }
  const isEmpty = tag.endsWith('/')
  const [full = ''] = /^[^\s/]*/.exec(tag) ?? []
  const name = localName(full)
  yield { kind: 'open', name, attributes: (wanted) => attributeOf(tag, wanted) }
  if (isEmpty) yield { kind: 'close', name }
}

function attributeOf(tag: string, wanted: string): string | undefined {
  for (const [, name = '', double, single] of tag.matchAll(/\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (localName(name) === wanted) return unescaped(double ?? single ?? '')
  }
  return undefined
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1)
}

/** Skips quoted attribute values, which may contain `>`. */
function endOfTag(text: string, start: number): number {
  let quote = ''
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return at + 1
  }
  return text.length
}

function behind(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found < 0 ? text.length : found + mark.length
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
    (written, hex?: string, decimal?: string, name = '') => {
      if (hex === undefined && decimal === undefined) return named[name] ?? written
      const code = Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16)
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : written
    },
  )
}
