import { decimal, duration as durationMessage, inUnit } from '../../../src/reporters/number-format.ts'
import { useWords } from './language.tsx'

/** Times as the reader's language writes them. */
export function useFormats() {
  const { language, say } = useWords()
  return {
    dateTime: (iso: string) => formatter(language, 'short').format(new Date(iso)),
    date: (iso: string) => formatter(language, undefined).format(new Date(iso)),
    /** Of a day, with seconds. */
    time: (milliseconds: number) => new Date(milliseconds).toLocaleTimeString(language),
    duration: (milliseconds: number) => say(durationMessage(milliseconds)),
    /** What a metric measured: a score, or an amount of something. */
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
