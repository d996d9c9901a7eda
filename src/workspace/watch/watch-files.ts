import { watch, type FSWatcher } from 'node:fs'
import { dirname } from 'node:path'
import { isWatchedFolder, isOfTools, watchedState } from './file-state.ts'

/** Milliseconds to wait: editors write twice, truncate a file first, or replace it. */
const quietMs = 30
const halfWrittenMs = 300
/** Milliseconds between checks, for changes that the system does not report: network drives, recreated folders. */
const lookAgainMs = 1000

/** Watches single files for changes. */
export function watchFiles() {
  let known = new Map<string, string>()
  const left = new Set<string>()
  const folders = watchedFolders(hear)
  const nearby = new Set<string>()
  let isNewExpected: ((path: string) => boolean) | undefined
  let waitingSince: number | undefined
  let timer: NodeJS.Timeout | undefined
  let listener: ((paths: readonly string[]) => void) | undefined

  function soon(): void {
    clearTimeout(timer)
    timer = setTimeout(settle, quietMs)
  }

  function settle(): void {
    if (listener === undefined) return
    const changes = [...known].filter(([path, state]) => watchedState(path) !== state).map(([path]) => path)
    if (changes.length === 0 && nearby.size === 0) return
    waitingSince ??= performance.now()
    if (changes.some(isHalfWritten) && performance.now() - waitingSince < halfWrittenMs) return soon()
    waitingSince = undefined
    const paths = changes.length > 0 ? changes : [...nearby]
    nearby.clear()
    for (const path of changes) known.set(path, watchedState(path))
    const tell = listener
    listener = undefined
    tell(paths)
  }

  function hear(path: string | undefined): void {
    if (path !== undefined && !known.has(path) && !isOfTools(path) && isNewExpected?.(path) === true) nearby.add(path)
    soon()
  }

  function follow(states: ReadonlyMap<string, string>): void {
    for (const [path, state] of states) if (!left.has(path)) known.set(path, state)
    folders.watchOnly([...known.keys()].flatMap((path) => [dirname(path), ...(isWatchedFolder(path) ? [path] : [])]))
    soon()
  }

  const looking = setInterval(settle, lookAgainMs)
  return {
    /** Adds files and folders, each with the state in which it was read. A file written since then counts as changed. */
    follow,
    /** Watches only these from now on. */
    followOnly(states: ReadonlyMap<string, string>) {
      known = new Map()
      follow(states)
    },
    /** Resolves with the changed paths once there are some and no file is being written. */
    async changed(signal: AbortSignal) {
      const { promise, resolve } = Promise.withResolvers<readonly string[]>()
      listener = resolve
      const leave = () => {
        if (listener === resolve) listener = undefined
        resolve([])
      }
      signal.addEventListener('abort', leave, { once: true })
      if (signal.aborted) leave()
      soon()
      return promise
    },
    /** Says which new files count as changes beside the watched ones. */
    expectNew(isExpected: (path: string) => boolean) {
      isNewExpected = isExpected
      nearby.clear()
    },
    /** Ignores changes of this path from now on. */
    leave(path: string) {
      left.add(path)
      known.delete(path)
    },
    close() {
      clearInterval(looking)
      clearTimeout(timer)
      folders.watchOnly([])
    },
  }
}

/** Reports events in folders with their path, where the system gives one. */
function watchedFolders(hear: (path: string | undefined) => void) {
  const watchers = new Map<string, FSWatcher>()

  function forget(folder: string): void {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }

  function watchFolder(folder: string): void {
    try {
      const watcher = watch(folder, (_event, name) => hear(name === null ? undefined : `${folder}/${name}`))
      watcher.on('error', () => forget(folder))
      watchers.set(folder, watcher)
    } catch (error) {
      // The folder is missing, or there are too many watches: it is polled instead.
      if (!(error instanceof Error && 'code' in error)) throw error
    }
  }

  return {
    watchOnly(paths: readonly string[]): void {
      const folders = new Set(paths)
      for (const folder of watchers.keys()) if (!folders.has(folder)) forget(folder)
      for (const folder of folders) if (!watchers.has(folder)) watchFolder(folder)
    },
  }
}

/** Whether a file is empty or missing, which usually lasts only for a moment. */
function isHalfWritten(path: string): boolean {
  const state = watchedState(path)
  return state === '' || state.split('/')[1] === '0'
}
