import { basename } from 'node:path'
import type { JsonPath } from '../../core/index.ts'

type LineOf = (path: JsonPath) => number | undefined

/** Where the objects of a config and of its files stand, as `tests.yaml:4`; told only where somebody asks, since it takes a walk. */
export type PromptfooPlaces = {
  /** Everything within a document. */
  readonly add: (value: unknown, file: string, lineOf: LineOf | undefined) => void
  /** Something that was made of something else stands where that does. */
  readonly same: <Made extends object>(made: Made, from: object) => Made
  readonly of: (value: unknown) => string | undefined
}

export function placesIn(): PromptfooPlaces {
  const places = new WeakMap<object, () => string | undefined>()
  const put = (value: unknown, path: JsonPath, placeOf: (path: JsonPath) => string | undefined) => {
    if (typeof value !== 'object' || value === null) return
    places.set(value, () => placeOf(path))
    for (const [key, one] of Object.entries(value))
      put(one, [...path, Array.isArray(value) ? Number(key) : key], placeOf)
  }
  return {
    add(value, file, lineOf) {
      put(value, [], (path) => {
        const line = lineOf === undefined ? undefined : nearestLine(path, lineOf)
        return line === undefined ? undefined : `${basename(file)}:${line}`
      })
    },
    same(made, from) {
      const place = places.get(from)
      if (place !== undefined) places.set(made, place)
      return made
    },
    of: (value) => (typeof value === 'object' && value !== null ? places.get(value)?.() : undefined),
  }
}

/** What an anchor holds is told by the line of what refers to it. */
function nearestLine(path: JsonPath, lineOf: LineOf): number | undefined {
  for (let length = path.length; length >= 0; length -= 1) {
    const line = lineOf(path.slice(0, length))
    if (line !== undefined) return line
  }
  return undefined
}
