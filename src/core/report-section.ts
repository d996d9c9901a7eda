import { z } from 'zod'
import { Message, message } from './basics/message.ts'

/** A sentence with values that may themselves be lists of sentences, which are joined as the language does. */
export const ReportSentence = z.object({
  text: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.array(Message)])).optional(),
})
export type ReportSentence = z.infer<typeof ReportSentence>

/** A named number with its meaning; without a name it is a sentence about the row above. */
const Figure = z.object({ name: Message.optional(), number: z.string().optional(), meaning: z.array(Message) })

export const ReportBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verdict'), passed: z.boolean(), sentence: Message }),
  z.object({ kind: z.literal('figures'), rows: z.array(Figure) }),
  /** A few names with their numbers, shown on one line. */
  z.object({ kind: z.literal('line'), figures: z.array(z.object({ name: Message, number: z.string() })) }),
  z.object({ kind: z.literal('table'), head: z.array(Message), rows: z.array(z.array(z.string())) }),
  z.object({ kind: z.literal('list'), sentences: z.array(ReportSentence) }),
  z.object({ kind: z.literal('sentences'), sentences: z.array(ReportSentence) }),
  /** Cautions for the reader about the numbers. */
  z.object({ kind: z.literal('warnings'), sentences: z.array(ReportSentence) }),
])
export type ReportBlock = z.infer<typeof ReportBlock>

/** A pack's report on a run or on one result, as data that terminal, Markdown and page each render. */
export const ReportSection = z.object({
  title: Message.optional(),
  /** Drawn between rules in a terminal. */
  isFramed: z.boolean().optional(),
  /** True when the section replaces pass rate, metrics and failed cases, which do not suit such a run. */
  isWhole: z.boolean().optional(),
  blocks: z.array(ReportBlock),
})
export type ReportSection = z.infer<typeof ReportSection>

/** Turns the lists of a sentence into text by `list`. */
export function plainSentence(
  { text, values }: ReportSentence,
  list: (sentences: readonly Message[]) => string,
): Message {
  if (values === undefined) return { text }
  const plain = Object.entries(values).map(
    ([name, value]) => [name, Array.isArray(value) ? list(value) : value] as const,
  )
  return message(text, Object.fromEntries(plain))
}
