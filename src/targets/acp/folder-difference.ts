import { mostFiles, type FolderSnapshot } from './folder-snapshot.ts'

type SeenFile = FolderSnapshot['files'] extends ReadonlyMap<string, infer File> ? File : never

type FileChange = { readonly path: string; readonly kind: 'added' | 'changed' | 'removed' }

const longestDifference = 100_000
const context = 3

/**
 * Compares two states of a folder: the changed files, and their lines in the format of `diff -u`. Folders that were
 * skipped in one of the states are listed at the end.
 */
export function folderDifference(
  { files: before, unseen: unseenBefore }: FolderSnapshot,
  { files: after, unseen: unseenAfter }: FolderSnapshot,
): { readonly changes: readonly FileChange[]; readonly diff: string } {
  const unseen = new Set([...unseenBefore, ...unseenAfter])
  const changes = [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => unseen.size === 0 || !foldersAround(path).some((folder) => unseen.has(folder)))
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
  if (unseen.size > 0) pieces.push(notCompared([...unseen].toSorted()))
  return { changes, diff: pieces.join('') }
}

function foldersAround(path: string): readonly string[] {
  const names = path.split('/')
  return names.map((_, index) => names.slice(0, index).join('/'))
}

/** In English, like the rest of a diff. */
function notCompared(folders: readonly string[]): string {
  const named = folders.slice(0, 10).map((folder) => `${folder === '' ? '.' : folder}/`)
  const more = folders.length > named.length ? ` and ${folders.length - named.length} more` : ''
  return `[not compared, beyond ${mostFiles} files or closed: ${named.join(', ')}${more}]\n`
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

/** Returns one hunk from the first to the last changed line. */
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
