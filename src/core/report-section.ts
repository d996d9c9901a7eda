import { z } from 'zod'
import { Message, message } from './basics/message.ts'

/** A sentence of which a value may be several sentences: they are put behind each other, as a language does. */
export const ReportSentence = z.object({
  text: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.array(Message)])).optional(),
})
export type ReportSentence = z.infer<typeof ReportSentence>

/** A number by its name, and what it means; without a name it is a sentence about the one above it. */
const Figure = z.object({ name: Message.optional(), number: z.string().optional(), meaning: z.array(Message) })

/** Something that a section says. */
export const ReportBlock = z.discriminatedUnion('kind', [
  /** What it comes to. */
  z.object({ kind: z.literal('verdict'), passed: z.boolean(), sentence: Message }),
  z.object({ kind: z.literal('figures'), rows: z.array(Figure) }),
  /** Names with their numbers, few enough for one line. */
  z.object({ kind: z.literal('line'), figures: z.array(z.object({ name: Message, number: z.string() })) }),
  z.object({ kind: z.literal('table'), head: z.array(Message), rows: z.array(z.array(z.string())) }),
  z.object({ kind: z.literal('list'), sentences: z.array(ReportSentence) }),
  z.object({ kind: z.literal('sentences'), sentences: z.array(ReportSentence) }),
  /** What a person should know before believing the numbers. */
  z.object({ kind: z.literal('warnings'), sentences: z.array(ReportSentence) }),
])
export type ReportBlock = z.infer<typeof ReportBlock>

/** What a pack has to say of a run or of one result, as data: terminal, Markdown and page draw it, each in its way. */
export const ReportSection = z.object({
  title: Message.optional(),
  /** Between rules in a terminal, where a requirement has it so. */
  isFramed: z.boolean().optional(),
  /** It says all that the run is about: pass rate, metrics and cases that did not pass would say it in words that do not fit. */
  isWhole: z.boolean().optional(),
  blocks: z.array(ReportBlock),
})
export type ReportSection = z.infer<typeof ReportSection>

/** The sentence with its lists as text. `list` puts sentences behind each other. */
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
