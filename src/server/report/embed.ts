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
export async function packedElement(id: string, json: string): Promise<string> {
  // zlib's default level 6 takes twice as long and makes a page a seventh smaller.
  const packed = (await pack(json, { level: 4 })).toString('base64')
  return `<script type="application/gzip" id="${attribute(id)}">${packed}</script>\n`
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
