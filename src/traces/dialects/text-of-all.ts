import type { Content } from '../../core/index.ts'

/** Joins the texts of several contents by line breaks; undefined when there is none. */
export function textOfAll(contents: readonly Content[]): string | undefined {
  const texts = contents.flatMap(({ parts }) => (parts ?? []).flatMap(({ text }) => text ?? []))
  return texts.length === 0 ? undefined : texts.join('\n')
}
