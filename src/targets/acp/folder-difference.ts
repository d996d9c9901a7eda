import type { SeenFile } from './folder-snapshot.ts'

type FileChange = { readonly path: string; readonly kind: 'added' | 'changed' | 'removed' }

const longestDifference = 100_000
const context = 3

/** What differs between two states of a folder: the files, and their lines as `diff -u` has them. */
export function folderDifference(
  before: ReadonlyMap<string, SeenFile>,
  after: ReadonlyMap<string, SeenFile>,
): { readonly changes: readonly FileChange[]; readonly diff: string } {
  const changes = [...new Set([...before.keys(), ...after.keys()])]
    .toSorted()
    .flatMap((path): readonly FileChange[] => {
      const [old, now] = [before.get(path), after.get(path)]
      if (old?.hash === now?.hash) return []
      return [{ path, kind: old === undefined ? 'added' : now === undefined ? 'removed' : 'changed' }]
    })
  const pieces: string[] = []
  let length = 0
  for (const { path } of changes) {
    const piece = fileDifference(path, before.get(path), after.get(path))
    length += piece.length
    if (length > longestDifference) {
      pieces.push('… [cut]\n')
      break
    }
    pieces.push(piece)
  }
  return { changes, diff: pieces.join('') }
}

function fileDifference(path: string, before: SeenFile | undefined, after: SeenFile | undefined): string {
  const head = `--- ${before === undefined ? '/dev/null' : `a/${path}`}\n+++ ${after === undefined ? '/dev/null' : `b/${path}`}\n`
  if (!isShown(before) || !isShown(after)) return `${head}[not a text, or too long]\n`
  return head + hunk(linesOf(before?.text), linesOf(after?.text))
}

function isShown(file: SeenFile | undefined): boolean {
  return file === undefined || file.text !== undefined
}

function linesOf(text = ''): readonly string[] {
  if (text === '') return []
  return text.replace(/\n$/, '').split('\n')
}

/** One piece from the first line that differs to the last. */
function hunk(old: readonly string[], now: readonly string[]): string {
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  const from = Math.max(0, start - context)
  const behind = Math.min(end, context)
  const lines = [
    ...old.slice(from, start).map((line) => ` ${line}`),
    ...old.slice(start, old.length - end).map((line) => `-${line}`),
    ...now.slice(start, now.length - end).map((line) => `+${line}`),
    ...old.slice(old.length - end, old.length - end + behind).map((line) => ` ${line}`),
  ]
  const span = (all: readonly string[]) => `${Math.min(from + 1, all.length)},${all.length - end + behind - from}`
  return `@@ -${span(old)} +${span(now)} @@\n${lines.join('\n')}\n`
}
