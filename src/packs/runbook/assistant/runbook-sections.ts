import { z } from 'zod'
import { documentSections, type TextDocument } from '../../../documents/index.ts'
import { sectionTerms } from './section-index.ts'

/** A section of a runbook with its words counted: what is kept of it. */
export const RunbookSection = z.object({
  passage: z.object({
    text: z.string(),
    headings: z.array(z.string()),
    pages: z.tuple([z.number(), z.number()]),
  }),
  terms: z.array(z.tuple([z.string(), z.number(), z.number(), z.number(), z.number()])),
})
export type RunbookSection = z.infer<typeof RunbookSection>

/** The sections of a document, whole: the steps of a procedure are an answer only together. */
export async function documentRunbookSections(document: TextDocument): Promise<RunbookSection[]> {
  const { title = '', tags, sections } = await documentSections(document)
  const name = document.name.replace(/(?:\.html)?\.\w+$/, '')
  return sections.map(({ headings, text, pages: [first, last] }) => ({
    passage: { text, headings: [...headings], pages: [first, last] },
    terms: sectionTerms({
      title: [name, title, ...tags].join('\n'),
      path: headings.slice(0, -1).join('\n'),
      heading: headings.at(-1) ?? '',
      body: text,
    }).map(([...term]) => term),
  }))
}

/** From here on what stands under a section is no part of it. */
const LONGEST_WHOLE = 4000

/** What a section says, with the sections below it where they are not too long. */
export function wholeText(sections: readonly RunbookSection[], index: number): string {
  const own = sections[index]?.passage
  if (own === undefined) return ''
  let text = own.text
  for (const { passage } of sections.slice(index + 1)) {
    const { headings } = passage
    if (headings.length <= own.headings.length || own.headings.some((heading, at) => headings[at] !== heading)) break
    text += `\n\n${'#'.repeat(Math.min(6, headings.length))} ${headings.at(-1)}\n\n${passage.text}`
    if (text.length > LONGEST_WHOLE) return own.text
  }
  return text
}
