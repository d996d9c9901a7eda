import { createHash } from 'node:crypto'

/** Which part a question or document belongs to, the same on every machine. Everything about one key stays together. */
export function partOf(key: string): 'train' | 'tune' | 'test' {
  const share = (createHash('sha256').update(key).digest()[0] ?? 0) / 256
  if (share < 0.5) return 'train'
  return share < 0.65 ? 'tune' : 'test'
}
