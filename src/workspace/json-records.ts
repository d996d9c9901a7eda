import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { EvalError, message, parseJson, stringifyJson } from '../core/index.ts'
import { atomicWrite } from '../files/index.ts'

/** Records of one kind, each in a JSON file named by its id. */
export interface Records<Kept> {
  all(): Promise<readonly Kept[]>
  keep(id: string, kept: Kept): Promise<void>
  remove(id: string): Promise<void>
}

export function recordsIn<Kept>(folder: string, schema: z.ZodType<Kept>): Records<Kept> {
  const fileOf = (id: string) => join(folder, `${id}.json`)
  return {
    all: async () => Promise.all((await namesIn(folder)).map(async (name) => readRecord(join(folder, name), schema))),
    keep: async (id, kept) => atomicWrite(fileOf(id), stringifyJson(kept, 1), { folders: true, replacesLinks: true }),
    remove: async (id) => rm(fileOf(id), { force: true }),
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
