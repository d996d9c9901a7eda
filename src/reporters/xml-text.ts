import { visible } from './visible-text.ts'

/** Escapes text between two tags and writes out characters that XML cannot contain. */
export function xmlText(text: string): string {
  return visible(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Writes attributes, each after a blank; those without a value are left out. */
export function xmlAttributes(attributes: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(attributes)
    .flatMap(([name, value]) => (value === undefined ? [] : ` ${name}="${attributeValue(String(value))}"`))
    .join('')
}

function attributeValue(value: string): string {
  return xmlText(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')
}
