import { createHash } from 'node:crypto'

const plain = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/

/** What a name is called in addresses and requests: itself where it can stand there. */
export function choiceId(name: string): string {
  return plain.test(name) ? name : markedId(name, name)
}

/** Words that can be read, and a mark that keeps what is named alike apart. */
export function markedId(whole: string, shown: string): string {
  const mark = createHash('sha256').update(whole).digest('hex').slice(0, 8)
  const words = shown.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-+|(?<!-)-+$/g, '')
  return `${words.slice(0, 60) || 'id'}-${mark}`
}
