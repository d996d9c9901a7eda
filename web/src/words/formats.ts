import { decimal, duration as durationMessage, inUnit } from '../../../src/reporters/number-format.ts'
import { useWords } from './language.tsx'

/** Formats numbers and times in the reader's language. */
export function useFormats() {
  const { language, say } = useWords()
  return {
    dateTime: (iso: string) => formatter(language, 'short').format(new Date(iso)),
    date: (iso: string) => formatter(language, undefined).format(new Date(iso)),
    /** The time of day with seconds. */
    time: (milliseconds: number) => new Date(milliseconds).toLocaleTimeString(language),
    duration: (milliseconds: number) => say(durationMessage(milliseconds)),
    /** A metric's value: a score, or a quantity with its unit. */
    amount: (value: number, unit: string | undefined) => {
      if (unit === undefined) return decimal(value)
      return say(unit === 'seconds' ? durationMessage(value * 1000) : inUnit(value, unit))
    },
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(language: string, timeStyle: 'short' | undefined): Intl.DateTimeFormat {
  const key = `${language} ${timeStyle}`
  const known = formatters.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle })
  formatters.set(key, made)
  return made
}
