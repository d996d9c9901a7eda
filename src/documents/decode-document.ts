/** Text in the encodings that people's files have. */
export type DecodedText = {
  readonly text: string
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Shift_JIS' | 'as it says'
}

/**
 * UTF-8, UTF-16 with a byte order mark, or Shift_JIS when it has kana in it: Latin-1 passes as Shift_JIS but never with
 * kana. Line ends become `\n`. `undefined` for anything else.
 */
export function decodeDocument(bytes: Uint8Array): DecodedText | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le', 'UTF-16')
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be', 'UTF-16')
  const utf8 = decoded(bytes, 'utf-8', 'UTF-8')
  if (utf8 !== undefined) return utf8
  const shiftJis = decoded(bytes, 'shift_jis', 'Shift_JIS')
  return shiftJis !== undefined && /[\u3041-\u30fe]/.test(shiftJis.text) ? shiftJis : undefined
}

/** The same of HTML, which says in its first lines how the others are to be read. */
export function decodeHtml(bytes: Uint8Array): DecodedText | undefined {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 2048))
  const [, name] = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(beginning) ?? []
  return (name === undefined ? undefined : decoded(bytes, name, 'as it says')) ?? decodeDocument(bytes)
}

function decoded(bytes: Uint8Array, label: string, encoding: DecodedText['encoding']): DecodedText | undefined {
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes)
    // No text has a null character, and nearly every other kind of file has one.
    return text.includes('\0') ? undefined : { text: text.replaceAll(/\r\n?/g, '\n'), encoding }
  } catch (cause) {
    // A name that nobody knows is a RangeError, other bytes than it stands for are a TypeError.
    if (cause instanceof TypeError || cause instanceof RangeError) return undefined
    throw cause
  }
}
