/**
 * Leaves out of a list what is not there, so that an item may depend on a condition.
 *
 * @example compact(['a', undefined, false]) // => ['a']
 */
export function compact<Item>(items: readonly (Item | undefined | false)[]): Item[] {
  return items.filter((item): item is Item => item !== undefined && item !== false)
}
