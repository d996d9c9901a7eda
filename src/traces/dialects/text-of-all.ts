import type { Content } from '../../core/index.ts'

/** The texts of several contents, one below the other; undefined where there is none. */
export function textOfAll(contents: readonly Content[]): string | undefined {
  const texts = contents.flatMap(({ parts }) => (parts ?? []).flatMap(({ text }) => text ?? []))
  return texts.length === 0 ? undefined : texts.join('\n')
}
