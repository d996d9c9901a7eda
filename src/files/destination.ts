import type { Stats } from 'node:fs'
import { readlink, realpath, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { codeOf } from './write-error.ts'

/** A pipe, device or open file, which receives bytes and cannot be replaced by another file. */
export type Stream = { readonly path: string } | { readonly descriptor: number }

export type Destination = {
  /** The path of the file itself, with links followed. */
  readonly place: string
  readonly stream?: Stream
}

const mostLinks = 40

/** Resolves the real destination of a path. @throws the system's error for a path that leads nowhere */
export async function destinationOf(path: string): Promise<Destination> {
  const place = resolve(path)
  const descriptor = await descriptorOf(place)
  const stats = await statIfThere(place)
  if (stats === undefined) return { place: await missingPlace(place) }
  if (stats.isDirectory()) throw isFolder(place)
  if (!stats.isFile()) return { place, stream: isStandard(descriptor) ? { descriptor } : { path: place } }
  // A shell opened this file for this process: replacing it would lose what other processes write to it.
  if (descriptor !== undefined) return { place, stream: { descriptor } }
  return { place: await realpath(place) }
}

/** Returns the descriptor that a path such as `/dev/stdout` or `/dev/fd/3` stands for. */
async function descriptorOf(path: string): Promise<number | undefined> {
  let at = path
  for (let links = 0; links < mostLinks; links += 1) {
    const own = new RegExp(`^/(?:dev/fd|proc/(?:self|${process.pid})/fd)/(\\d+)$`).exec(at)
    if (own !== null) return Number(own[1])
    const next = await readlink(at).catch(() => undefined)
    if (next === undefined) return undefined
    at = resolve(dirname(at), next)
  }
  return undefined
}

function isStandard(descriptor: number | undefined): descriptor is 1 | 2 {
  return descriptor === 1 || descriptor === 2
}

/** Follows a dangling link to the place where its file will be. */
async function missingPlace(path: string): Promise<string> {
  let at = path
  for (let links = 0; links < mostLinks; links += 1) {
    const next = await readlink(at).catch(() => undefined)
    if (next === undefined) return at
    at = resolve(dirname(at), next)
  }
  return at
}

async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function isFolder(path: string): Error {
  return Object.assign(new Error('EISDIR: it is a folder'), { code: 'EISDIR', syscall: 'open', path })
}
