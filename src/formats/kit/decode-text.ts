import { isUtf8 } from 'node:buffer'
import { type Message, EvalError, message } from '../../core/index.ts'

/**
 * UTF-8 or nothing: a byte that was read wrong would be compared wrong. A byte order mark is dropped.
 * `offset` is where the bytes start in the file.
 *
 * @throws {EvalError} with the offset of the first wrong byte, and the encoding that it may be instead
 */
export function decodeText(bytes: Uint8Array, file: string, offset = 0): string {
  if (offset === 0) refuseUtf16(bytes, file)
  if (!isUtf8(bytes)) throw notUtf8(bytes, file, offset)
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return offset === 0 && hasMark(bytes) ? view.toString('utf8', 3) : view.toString('utf8')
}

function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

function refuseUtf16(bytes: Uint8Array, file: string): void {
  if (!isUtf16(bytes)) return
  throw new EvalError('format', message('{file}: this is UTF-16, not UTF-8', { file }), {
    hint: message('Save it again as UTF-8, or convert it: iconv -f UTF-16 -t UTF-8 {file}', { file }),
  })
}

// With a byte order mark, or as JSON and CSV begin without one: an ASCII character and a zero.
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

/** Decodable as Shift_JIS, with kana in it: Latin-1 texts can pass the first test but never the second. */
function looksLikeShiftJis(bytes: Uint8Array): boolean {
  try {
    // The sample may end inside a character, so it is decoded as a beginning.
    const text = new TextDecoder('shift_jis', { fatal: true }).decode(bytes.subarray(0, 65_536), { stream: true })
    return /[\u3040-\u30ff]/.test(text)
  } catch {
    return false
  }
}

// Found by halving: what comes before the wrong byte is the beginning of a UTF-8 text, what includes it is none.
function firstWrongByte(bytes: Uint8Array): number {
  let valid = 0
  let broken = bytes.length
  while (broken - valid > 1) {
    const middle = (valid + broken) >> 1
    if (isUtf8Beginning(bytes.subarray(0, middle))) valid = middle
    else broken = middle
  }
  // A character that was begun and not finished is wrong from its first byte.
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
