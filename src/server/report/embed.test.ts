import { gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { hostile } from '../../../test/fixtures/sample-run.ts'
import { escapedHtml, inlineScript, inlineStyle, jsonElement, packedElement, packedText } from './embed.ts'

const outbreaks = [
  '</script><script>alert(1)</script>',
  '</SCRIPT >',
  '<!-- <script>',
  ']]>',
  'line\u2028and\u2029paragraph',
  '&lt;/script&gt;',
  hostile,
]

const insideOf = (element: string) => /^<script[^>]*>([^]*)<\/script>\n$/.exec(element)?.[1] ?? ''

describe('jsonElement', () => {
  it.each(outbreaks)('keeps %j, and nothing in it ends the element or begins a comment', (text) => {
    const element = jsonElement('id', { [text]: [text] })
    expect(insideOf(element)).not.toMatch(/[<>\u2028\u2029]/)
    expect(JSON.parse(insideOf(element))).toEqual({ [text]: [text] })
  })

  it('lets no id out of its attribute', () => {
    expect(jsonElement('"><img onerror=x>', 1)).toBe(
      '<script type="application/json" id="&#34;&#62;&#60;img onerror=x&#62;">1</script>\n',
    )
  })
})

describe('packedElement', () => {
  it('is gzip in base64, whatever is in it', async () => {
    const json = JSON.stringify(outbreaks)
    const inside = insideOf(await packedElement('rows/run/0', json))
    expect(inside).toMatch(/^[A-Za-z0-9+/]+=*$/)
    expect(gunzipSync(Buffer.from(inside, 'base64')).toString()).toBe(json)
  })
})

describe('packedText', () => {
  it('is all that was added, however long, and begins anew in the same memory', async () => {
    const text = packedText()
    const unpacked = async () => gunzipSync(Buffer.from(insideOf(await text.element('id')), 'base64')).toString()
    const grow = vi.spyOn(Buffer, 'concat')
    for (const long of ['審査'.repeat(100_000), '', 'x'.repeat(600_000)]) {
      grow.mockClear()
      const parts = ['[', JSON.stringify(outbreaks), long, ']']
      for (let part = 0; part < 3; part += 1) text.add(...parts)
      // Nothing is copied once the memory is large enough.
      expect([text.length(), grow.mock.calls.length > 0]).toEqual([
        3 * Buffer.byteLength(parts.join('')),
        long.startsWith('審'),
      ])
      expect(await unpacked()).toBe(parts.join('').repeat(3))
    }
    grow.mockRestore()
  })
})

describe('inlineScript', () => {
  it('means the same, without the end of a script or the beginning of a comment', () => {
    const code = 'globalThis.said = ["</script>", "</Script ", "<!--", /<\\/script>/.test("</script>")]'
    const { element } = inlineScript(code)
    expect(insideOf(element)).not.toMatch(/<\/script|<!--/i)
    new Function(insideOf(element))()
    expect(globalThis).toMatchObject({ said: ['</script>', '</Script ', '<!--', true] })
  })

  it('is called by the hash of exactly what stands in the element', () => {
    expect(inlineScript('alert(1)').hash).toBe("'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='")
  })
})

it('refuses a style that ends its element', () => {
  expect(() => inlineStyle('a::after { content: "</style>" }')).toThrow('ends its own element')
})

it('writes text for between tags', () => {
  expect(escapedHtml(`<b title='"'>&amp;`)).toBe('&#60;b title=&#39;&#34;&#39;&#62;&#38;amp;')
})
