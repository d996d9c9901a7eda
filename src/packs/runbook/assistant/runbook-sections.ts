import { z } from 'zod'
import { documentSections, type TextDocument } from '../../../documents/index.ts'

/** A section of a runbook as it is kept. */
export const RunbookSection = z.object({
  text: z.string(),
  headings: z.array(z.string()),
  pages: z.tuple([z.number(), z.number()]),
})
export type RunbookSection = z.infer<typeof RunbookSection>

/** The sections of a document, whole: the steps of a procedure are an answer only together. */
export async function documentRunbookSections(
  document: TextDocument,
): Promise<{ readonly title: string; readonly sections: RunbookSection[] }> {
  const { title = '', tags, sections } = await documentSections(document)
  return {
    title: [title, ...tags].join('\n').trim(),
    sections: sections.map(({ headings, text, pages: [first, last] }) => ({
      text,
      headings: [...headings],
      pages: [first, last],
    })),
  }
}

/** From here on what stands under a section is no part of it. */
const LONGEST_WHOLE = 4000

/** What a section says, with the sections below it where they are not too long. */
export function wholeText(sections: readonly RunbookSection[], index: number): string {
  const own = sections[index]
  if (own === undefined) return ''
  let text = own.text
  for (const { headings, text: below } of sections.slice(index + 1)) {
    if (headings.length <= own.headings.length || own.headings.some((heading, at) => headings[at] !== heading)) break
    text += `\n\n${'#'.repeat(Math.min(6, headings.length))} ${headings.at(-1)}\n\n${below}`
    if (text.length > LONGEST_WHOLE) return own.text
  }
  return text
}
