import { visible } from './visible-text.ts'

/** Text for between two tags. What XML cannot carry is written out. */
export function xmlText(text: string): string {
  return visible(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Attributes with a blank in front of each; those without a value are left out. */
export function xmlAttributes(attributes: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(attributes)
    .flatMap(([name, value]) => (value === undefined ? [] : ` ${name}="${attributeValue(String(value))}"`))
    .join('')
}

function attributeValue(value: string): string {
  return xmlText(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')
}
