import { createHash } from 'node:crypto'

const plain = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/

/** Returns the id of a name in addresses and requests: the name itself where its characters are allowed there. */
export function choiceId(name: string): string {
  return plain.test(name) ? name : markedId(name, name)
}

/** Joins a readable form of the name with a hash that keeps similar names apart. */
export function markedId(whole: string, shown: string): string {
  const mark = createHash('sha256').update(whole).digest('hex').slice(0, 8)
  const words = shown.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-+|(?<!-)-+$/g, '')
  return `${words.slice(0, 60) || 'id'}-${mark}`
}
