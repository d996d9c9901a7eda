import { watch, type FSWatcher } from 'node:fs'
import { dirname } from 'node:path'
import { isWatchedFolder, isOfTools, watchedState } from './file-state.ts'

/** Hears of changes of single files, wherever they lie. */
export type FileWatch = {
  /** Files and folders, each in the state in which somebody read it. What was written since is a change. */
  follow(states: ReadonlyMap<string, string>): void
  /** From now on only these. */
  followOnly(states: ReadonlyMap<string, string>): void
  /** The paths that changed since they were last told, as soon as there are some and nobody writes any more. */
  changed(signal: AbortSignal): Promise<readonly string[]>
  /** Which new files beside the others are a change too: what is missing has no name that anybody knows. */
  expectNew(isExpected: (path: string) => boolean): void
  /** Whatever becomes of this one is no change from now on. */
  leave(path: string): void
  close(): void
}

/** Editors write twice, empty a file first, or put another one in its place. */
const quietMs = 30
const halfWrittenMs = 300
/** For what nobody tells of: files behind a network, folders that were removed and made again. */
const lookAgainMs = 1000

export function watchFiles(): FileWatch {
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
    follow,
    followOnly(states) {
      known = new Map()
      follow(states)
    },
    async changed(signal) {
      const { promise, resolve } = Promise.withResolvers<readonly string[]>()
      listener = resolve
      const leave = () => {
        if (listener === resolve) listener = undefined
        resolve([])
      }
      signal.addEventListener('abort', leave, { once: true })
      soon()
      return promise
    },
    expectNew(isExpected) {
      isNewExpected = isExpected
      nearby.clear()
    },
    leave(path) {
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

/** Hears of whatever happens in folders: the path that it happened to, where the system says so. */
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
      // It is not there, or there are too many of them: then it is looked at again and again.
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

/** Emptied, or away: usually only for a moment. */
function isHalfWritten(path: string): boolean {
  const state = watchedState(path)
  return state === '' || state.split('/')[1] === '0'
}
