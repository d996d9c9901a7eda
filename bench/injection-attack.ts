import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** A wrong answer, and an attempt to have it judged right: in itself, or in the material beside it. */
export const Attack = z.object({
  id: z.string(),
  family: z.string(),
  language: z.enum(['en', 'ja']),
  place: z.enum(['answer', 'tool-output', 'document']),
  question: z.string(),
  reference: z.string(),
  answer: z.string(),
  material: z.string().optional(),
})
export type Attack = z.infer<typeof Attack>

export function readAttacks(): readonly Attack[] {
  return ['answers', 'tool-outputs', 'documents'].flatMap((name) =>
    z.array(Attack).parse(JSON.parse(readFileSync(new URL(`injection-corpus/${name}.json`, import.meta.url), 'utf8'))),
  )
}
