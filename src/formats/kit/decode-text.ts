import { isUtf8 } from 'node:buffer'
import { type Message, EvalError, message } from '../../core/index.ts'

/**
 * Decodes UTF-8 strictly, because a misread byte would be compared as a wrong character. A byte order mark is dropped.
 * `offset` is the position of the bytes in the file.
 *
 * @throws {EvalError} with the offset of the first wrong byte and the likely encoding
 */
export function decodeText(bytes: Uint8Array, file: string, offset = 0): string {
  if (offset === 0) refuseUtf16(bytes, file)
  if (!isUtf8(bytes)) throw notUtf8(bytes, file, offset)
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return offset === 0 && hasByteOrderMark(bytes) ? view.toString('utf8', 3) : view.toString('utf8')
}

export function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

function refuseUtf16(bytes: Uint8Array, file: string): void {
  if (!isUtf16(bytes)) return
  throw new EvalError('format', message('{file}: this is UTF-16, not UTF-8', { file }), {
    hint: message('Save it again as UTF-8, or convert it: iconv -f UTF-16 -t UTF-8 {file}', { file }),
  })
}

// UTF-16 begins with a byte order mark, or, in JSON and CSV, with an ASCII character and a zero byte.
function isUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes
  if (first === undefined || second === undefined) return false
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || (first === 0) !== (second === 0)
}

function notUtf8(bytes: Uint8Array, file: string, offset: number): EvalError {
  const wrong = firstWrongByte(bytes)
  const byte = (bytes[wrong] ?? 0).toString(16).padStart(2, '0')
  return new EvalError(
    'format',
    message('{file}: byte {offset} (0x{byte}) is not UTF-8', { file, offset: offset + wrong, byte }),
    { hint: encodingHint(bytes, file) },
  )
}

function encodingHint(bytes: Uint8Array, file: string): Message {
  if (looksLikeShiftJis(bytes)) {
    return message('It looks like Shift_JIS. Convert it: iconv -f CP932 -t UTF-8 {file}', { file })
  }
  return message('Save it as UTF-8. If it holds binary data, it is not a text file.')
}

/** Requires kana: Latin-1 text may decode as Shift_JIS, but never yields kana. */
function looksLikeShiftJis(bytes: Uint8Array): boolean {
  try {
    // The sample may end inside a character, so it is decoded as part of a stream.
    const text = new TextDecoder('shift_jis', { fatal: true }).decode(bytes.subarray(0, 65_536), { stream: true })
    return /[\u3040-\u30ff]/.test(text)
  } catch {
    return false
  }
}

// Binary search: the text before the wrong byte is valid UTF-8, any longer text is not.
function firstWrongByte(bytes: Uint8Array): number {
  let valid = 0
  let broken = bytes.length
  while (broken - valid > 1) {
    const middle = (valid + broken) >> 1
    if (isUtf8Beginning(bytes.subarray(0, middle))) valid = middle
    else broken = middle
  }
  // An incomplete character is wrong from its first byte.
  while (valid > 0 && !isUtf8(bytes.subarray(0, valid))) valid -= 1
  return valid
}

function isUtf8Beginning(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
