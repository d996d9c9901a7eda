import { randomUUID } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { z } from 'zod'
import { EvalError, message, parseJson, stringifyJson } from '../core/index.ts'

/** Records of one kind, a JSON file each, named by their ids. */
export interface Records<Kept> {
  all(): Promise<readonly Kept[]>
  keep(id: string, kept: Kept): Promise<void>
  remove(id: string): Promise<void>
}

export function recordsIn<Kept>(folder: string, schema: z.ZodType<Kept>): Records<Kept> {
  const fileOf = (id: string) => join(folder, `${id}.json`)
  return {
    all: async () => Promise.all((await namesIn(folder)).map(async (name) => readRecord(join(folder, name), schema))),
    keep: async (id, kept) => writeWhole(fileOf(id), stringifyJson(kept, 1)),
    remove: async (id) => rm(fileOf(id), { force: true }),
  }
}

/** Writes a file so that nobody ever reads half of it. @throws {EvalError} `store` naming the folder */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const unfinished = `${file}.${randomUUID()}.unfinished`
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(unfinished, content)
    await rename(unfinished, file)
  } catch (cause) {
    await rm(unfinished, { force: true })
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    const problem = message('{file} cannot be written: {problem}', { file, problem: cause.message })
    throw new EvalError('store', problem, { cause })
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.json'))
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return []
    throw cause
  }
}

async function readRecord<Kept>(file: string, schema: z.ZodType<Kept>): Promise<Kept> {
  const text = await readFile(file, 'utf8')
  try {
    return schema.parse(parseJson(text))
  } catch (cause) {
    throw new EvalError('store', message('{file} is broken', { file }), {
      hint: message('It was written by another version, or by hand. Move it away.'),
      cause,
    })
  }
}
