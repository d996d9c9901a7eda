import { z } from 'zod'

/**
 * Describes a sentence for people, kept apart from its values so that it can be shown in another language. `text` is the
 * English template; `{name}` stands for a value and `{count|case|cases}` for a word that follows a number.
 *
 * @example
 * Message.parse({ text: '{count} {count|case|cases} failed', values: { count: 1 } })
 */
export const Message = z.object({
  text: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
export type Message = z.infer<typeof Message>

/**
 * Makes a sentence for people from an English template and its values. `{count|case|cases}` is the first word where `count`
 * is 1, else the second.
 *
 * @example
 * toEnglish(message('{count} {count|case|cases} failed', { count: 2 })) // => '2 cases failed'
 */
export function message(text: string, values?: Message['values']): Message {
  return values === undefined ? { text } : { text, values }
}

/**
 * Fills a sentence's values into its English template, once: braces inside a value stay as they are, and a name without a
 * value stays visible.
 *
 * @example
 * toEnglish({ text: '{count} {count|case|cases} failed', values: { count: 1 } }) // => '1 case failed'
 */
export function toEnglish(sentence: Message): string {
  return fillTemplate(sentence.text, sentence.values ?? {})
}

/**
 * Returns a template in another language, or the English one where there is no translation. A leading `{name}: ` is
 * kept when only the sentence behind it has a translation, as in `{runbook}: the document has no text`.
 */
export function templateIn(find: (text: string) => string | undefined, text: string): string {
  const known = find(text)
  if (known !== undefined) return known
  const [about = ''] = /^\{\w+\}: /.exec(text) ?? []
  return `${about}${find(text.slice(about.length)) ?? text.slice(about.length)}`
}

/** Puts values into a template once: braces inside a value stay as they are, and unknown names stay visible. */
export function fillTemplate(template: string, values: NonNullable<Message['values']>): string {
  return template.replace(
    /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g,
    (placeholder, name: string, one?: string, many?: string) => {
      const value = values[name]
      if (value === undefined) return placeholder
      if (one === undefined || many === undefined) return String(value)
      return value === 1 ? one : many
    },
  )
}
