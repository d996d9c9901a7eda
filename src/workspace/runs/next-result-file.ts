import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { packOf } from '../../compose/pack-of.ts'

/** The file that a run's results will be written to is decided before it begins, for kinds of datasets that have one. */
export function nextResultFile(
  { format }: { readonly format: string },
  { folder, now }: { readonly folder: string; readonly now: Date },
): string | undefined {
  const { formats = [], resultFile } = packOf(format) ?? {}
  // Formats that cannot be written are results already.
  const isResult = formats.find(({ name }) => name === format)?.ending === undefined
  if (resultFile === undefined || isResult) return undefined
  // Several runs may begin within the second in the file's name.
  for (let second = now.getTime(); ; second += 1000) {
    const file = resultFile.pathAt(new Date(second))
    if (!existsSync(resolve(folder, file))) return file
  }
}
