import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { stringifyJson } from '../../core/index.ts'

const pack = promisify(gzip)

/** JSON inside HTML: nothing in it can end its element, begin a comment, end a line of a script, or be a build server's command. */
export function jsonElement(id: string, value: unknown): string {
  const text = stringifyJson(value).replace(/[<>&#\u0085\u2028\u2029]/g, escaped)
  return `<script type="application/json" id="${attribute(id)}">${text}</script>\n`
}

/** The same, packed: gzip in base64, which has no character that HTML could take for its own. */
export async function packedElement(id: string, json: string): Promise<string> {
  // The sixth level, which is zlib's own, takes twice as long, and a page is a seventh smaller with it.
  const packed = (await pack(json, { level: 4 })).toString('base64')
  return `<script type="application/gzip" id="${attribute(id)}">${packed}</script>\n`
}

/** Code that stands in the page itself, and what its content security policy calls it by. */
export function inlineScript(code: string): { readonly element: string; readonly hash: string } {
  // Both only occur inside of texts and regular expressions, where they mean the same like this.
  const text = code.replaceAll(/<\/(?=script)/gi, '<\\/').replaceAll('<!--', '\\x3c!--')
  return { element: `<script>${text}</script>\n`, hash: hashOf(text) }
}

/** @throws when the style could end its element, which no build of the page does */
export function inlineStyle(css: string): { readonly element: string; readonly hash: string } {
  if (/<\/style/i.test(css)) throw new Error('the style of the page ends its own element')
  return { element: `<style>${css}</style>\n`, hash: hashOf(css) }
}

/** For text between tags. */
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
