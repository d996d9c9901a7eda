import type { JsonObject } from '../../core/index.ts'
import { asCount } from '../../messages/counted-tokens.ts'
import { firstText } from '../../messages/first-field.ts'

export function countIn(attributes: JsonObject, ...names: readonly string[]): number | undefined {
  return names
    .map((name) => asCount(Object.hasOwn(attributes, name) ? attributes[name] : undefined))
    .find((count) => count !== undefined)
}

export function textIn(attributes: JsonObject, ...names: readonly string[]): string | undefined {
  return firstText(attributes, ...names)
}

export function hasPrefix(attributes: JsonObject, ...prefixes: readonly string[]): boolean {
  return Object.keys(attributes).some((name) => prefixes.some((prefix) => name.startsWith(prefix)))
}

/** Removes fields that are undefined. */
export function defined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } // only what is absent is gone
}
