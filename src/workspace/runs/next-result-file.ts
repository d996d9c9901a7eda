import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { packOf } from '../../compose/pack-of.ts'

/** Where a run's file of results will lie is settled before it begins, for datasets that have some. */
export function nextResultFile(
  { format }: { readonly format: string },
  { folder, now }: { readonly folder: string; readonly now: Date },
): string | undefined {
  const { formats = [], resultFile } = packOf(format) ?? {}
  // What can only be read is a result already.
  const isResult = formats.find(({ name }) => name === format)?.ending === undefined
  if (resultFile === undefined || isResult) return undefined
  // Several runs may begin within the second that the name tells.
  for (let second = now.getTime(); ; second += 1000) {
    const file = resultFile.pathAt(new Date(second))
    if (!existsSync(resolve(folder, file))) return file
  }
}
