import { decimal, duration, inUnit, quantity } from '../../../src/reporters/number-format.ts'
import { currentLanguage, sayFirst as say } from './say.ts'

/** Formats numbers and times in the reader's language. */
export const formatted = {
  dateTime: (iso: string): string => formatter('short').format(new Date(iso)),
  date: (iso: string): string => formatter(undefined).format(new Date(iso)),
  /** The time of day with seconds. */
  time: (milliseconds: number): string => new Date(milliseconds).toLocaleTimeString(currentLanguage()),
  duration: (milliseconds: number): string => say(duration(milliseconds)),
  /** US dollars; `costsMore` where an unknown cost comes on top. */
  dollars: (amount: number, costsMore = false): string => `${costsMore ? '≥ ' : ''}$${quantity(amount)}`,
  /** A metric's value: a score, or a quantity with its unit. */
  amount: (value: number, unit: string | undefined): string | number => {
    if (unit === undefined) return decimal(value)
    return say(unit === 'seconds' ? duration(value * 1000) : inUnit(value, unit))
  },
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(timeStyle: 'short' | undefined): Intl.DateTimeFormat {
  const key = `${currentLanguage()} ${timeStyle}`
  const known = formatters.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium', timeStyle })
  formatters.set(key, made)
  return made
}
