import { z } from 'zod'
import { DatasetChoice } from './new-run.ts'
import { EvalCase, Message } from '../../core/index.ts'

export const DatasetPage = z.object({
  dataset: DatasetChoice,
  cases: z.array(z.object({ position: z.number(), evalCase: EvalCase })),
  next: z.number().nullable(),
  /** Identifies the file's content when it was read; a change sends it back, so that two editors do not overwrite each other. */
  revision: z.string(),
})
export type DatasetPage = z.infer<typeof DatasetPage>

export const Edited = z.object({ revision: z.string() })

/** The name of a copy in another format, and what that format cannot hold. */
export const DatasetCopy = z.object({ name: z.string(), losses: z.array(Message) })
export type DatasetCopy = z.infer<typeof DatasetCopy>

/** A file name without a folder, in visible characters, short enough for every file system. */
export const FileName = z
  .string()
  .min(1)
  .max(200)
  .refine((name) => !/[/\\\p{Cc}]|^\.|[\u202a-\u202e\u2066-\u2069]/u.test(name), 'a file name, not a path')
  .refine((name) => new TextEncoder().encode(name).length <= 240, 'a shorter name')

/** A file that the page uploads, its content in base64. */
export const Upload = z.object({ name: FileName, content: z.base64().max(40_000_000) })
export type Upload = z.infer<typeof Upload>
