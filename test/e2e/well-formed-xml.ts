const token =
  /<\?xml[^>]*\?>|<!\[CDATA\[.*?\]\]>|<(\/?)([A-Za-z][\w.-]*)((?:\s+[A-Za-z_:][\w:.-]*="[^"<]*")*)\s*(\/?)>|([^<]+)/gsy

/** What keeps a text from being well-formed XML, for the part of XML that reports use; undefined when nothing does. */
export function whatIsWrongWithXml(xml: string): string | undefined {
  const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(xml)
  if (illegal !== null) return `illegal character at ${illegal.index}`
  const open: string[] = []
  let roots = 0
  let end = 0
  for (const [all, closing, name = '', attributes = '', selfClosing, text = ''] of xml.matchAll(token)) {
    end += all.length
    if (/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i.test(attributes + text)) return `bare & in ${all}`
    if (text.includes(']]>')) return `]]> in a text`
    if (text.trim() !== '' && open.length === 0) return `text outside of the root: ${text}`
    if (name === '') continue
    if (closing === '/') {
      if (open.pop() !== name) return `</${name}> closes nothing`
    } else {
      if (open.length === 0) roots += 1
      if (selfClosing !== '/') open.push(name)
    }
  }
  if (end !== xml.length) return `not XML from: ${xml.slice(end, end + 60)}`
  if (open.length > 0) return `<${open.at(-1)}> is not closed`
  return roots === 1 ? undefined : `${roots} roots`
}
