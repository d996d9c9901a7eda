import { describe, expect, it } from 'vitest'
import { message } from '../../core/index.ts'
import { decodeText } from './decode-text.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

describe('decodeText', () => {
  it('drops a byte order mark at the start of a file and nowhere else', () => {
    expect(decodeText(utf8('\uFEFF{}'), 'a.json')).toBe('{}')
    expect(decodeText(utf8('\uFEFFx'), 'a.json', 100)).toBe('\uFEFFx')
  })

  it('keeps characters beyond the basic plane', () => {
    expect(decodeText(utf8('審査 𩸽 👩‍🔬'), 'a.json')).toBe('審査 𩸽 👩‍🔬')
  })

  it.each([
    ['with a mark', [0xff, 0xfe, 0x7b, 0x00]],
    ['without a mark', [0x7b, 0x00, 0x22, 0x00]],
  ])('names UTF-16 %s', (_, bytes) => {
    expect(() => decodeText(new Uint8Array(bytes), 'a.json')).toThrow('a.json: this is UTF-16, not UTF-8')
  })

  it('tells the offset in the file of the first byte that is not UTF-8', () => {
    const bytes = new Uint8Array([...utf8('日本'), 0xe9, 0x20])
    expect(() => decodeText(bytes, 'a.csv', 1000)).toThrow('a.csv: byte 1006 (0xe9) is not UTF-8')
  })

  it('recognises Japanese text in Shift_JIS', () => {
    // 質問,こたえ
    const bytes = new Uint8Array([0x8e, 0xbf, 0x96, 0xe2, 0x2c, 0x82, 0xb1, 0x82, 0xbd, 0x82, 0xa6])
    expect(() => decodeText(bytes, 'a.csv')).toThrow(
      expect.objectContaining({
        hint: message('It looks like Shift_JIS. Convert it: iconv -f CP932 -t UTF-8 {file}', { file: 'a.csv' }),
      }),
    )
  })
})
