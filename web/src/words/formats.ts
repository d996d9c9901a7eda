import { duration as durationMessage } from '../../../src/reporters/number-format.ts'
import { useWords } from './language.tsx'

/** Times as the reader's language writes them. */
export function useFormats() {
  const { language, say } = useWords()
  return {
    dateTime: (iso: string) => formatter(language).format(new Date(iso)),
    duration: (milliseconds: number) => say(durationMessage(milliseconds)),
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(language: string): Intl.DateTimeFormat {
  const known = formatters.get(language)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  formatters.set(language, made)
  return made
}
