import type { Stats } from 'node:fs'
import { readlink, realpath, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { codeOf } from './write-error.ts'

/** Something that bytes go into one after another and that nothing may take the place of. */
export type Stream = { readonly path: string } | { readonly descriptor: number }

export type Destination = {
  /** Where the file itself lies or will lie, links followed. */
  readonly place: string
  readonly stream?: Stream
}

const mostLinks = 40

/** Where what is written to a path really goes. @throws what the system says of a path that leads nowhere */
export async function destinationOf(path: string): Promise<Destination> {
  const place = resolve(path)
  const descriptor = await descriptorOf(place)
  const stats = await statIfThere(place)
  if (stats === undefined) return { place: await missingPlace(place) }
  if (stats.isDirectory()) throw isFolder(place)
  if (!stats.isFile()) return { place, stream: isStandard(descriptor) ? { descriptor } : { path: place } }
  // A shell has opened this file for us: another in its place would lose what others write to it.
  if (descriptor !== undefined) return { place, stream: { descriptor } }
  return { place: await realpath(place) }
}

/** The number of the open file that a path such as `/dev/stdout` or `/dev/fd/3` stands for. */
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

/** A link whose file is not there yet leads to where it will be. */
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
