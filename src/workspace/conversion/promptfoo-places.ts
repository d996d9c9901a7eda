import { basename } from 'node:path'
import type { JsonPath } from '../../core/index.ts'

type LineOf = (path: JsonPath) => number | undefined

/** Where objects of a config and its files stand, as `tests.yaml:4`. It is computed on demand, since it takes a walk through the file. */
export type PromptfooPlaces = {
  /** Registers all objects of a document. */
  readonly add: (value: unknown, file: string, lineOf: LineOf | undefined) => void
  /** Gives an object the place of the one that it was made from, and returns it. */
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

/** The content of a YAML anchor has the line of the reference to it. */
function nearestLine(path: JsonPath, lineOf: LineOf): number | undefined {
  for (let length = path.length; length >= 0; length -= 1) {
    const line = lineOf(path.slice(0, length))
    if (line !== undefined) return line
  }
  return undefined
}
