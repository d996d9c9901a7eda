import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { stringifyJson } from '../../core/index.ts'

const pack = promisify(gzip)

/** Embeds JSON in HTML, escaped so that it cannot end its element, start a comment or be read as a server-side include. */
export function jsonElement(id: string, value: unknown): string {
  const text = stringifyJson(value).replace(/[<>&#\u0085\u2028\u2029]/g, escaped)
  return `<script type="application/json" id="${attribute(id)}">${text}</script>\n`
}

/** Embeds JSON as gzip in base64, which has no character with a meaning in HTML. */
export async function packedElement(id: string, json: string | Uint8Array): Promise<string> {
  // zlib's default level 6 takes twice as long and makes a page a seventh smaller. Most parts fit into one chunk.
  const packed = (await pack(json, { level: 4, chunkSize: 2 ** 16 })).toString('base64')
  return `<script type="application/gzip" id="${attribute(id)}">${packed}</script>\n`
}

/**
 * Text to be embedded that is encoded piece by piece into memory that is used again: joining the pieces and encoding
 * them together would take several times as long.
 */
export function packedText() {
  let memory = Buffer.allocUnsafeSlow(2 ** 18)
  let length = 0
  return {
    length: () => length,

    add(...texts: readonly string[]): void {
      for (const text of texts) {
        // A character takes at most three bytes, so most texts need not be measured.
        const needed = length + 3 * text.length > memory.length ? length + Buffer.byteLength(text) : 0
        if (needed > memory.length) memory = Buffer.concat([memory.subarray(0, length)], 2 * needed)
        length += memory.write(text, length)
      }
    },

    /** Resolves to the element of all that was added, and begins anew. */
    async element(id: string): Promise<string> {
      const element = await packedElement(id, memory.subarray(0, length))
      length = 0
      return element
    },
  }
}

/** Embeds code in the page; `hash` admits it in the content security policy. */
export function inlineScript(code: string): { readonly element: string; readonly hash: string } {
  // Both sequences occur only inside strings and regular expressions, where the escaped forms mean the same.
  const text = code.replaceAll(/<\/(?=script)/gi, '<\\/').replaceAll('<!--', '\\x3c!--')
  return { element: `<script>${text}</script>\n`, hash: hashOf(text) }
}

/** @throws when the style could end its element, which no build of the page does */
export function inlineStyle(css: string): { readonly element: string; readonly hash: string } {
  if (/<\/style/i.test(css)) throw new Error('the style of the page ends its own element')
  return { element: `<style>${css}</style>\n`, hash: hashOf(css) }
}

export function escapedHtml(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`)
}

const attribute = escapedHtml

function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
