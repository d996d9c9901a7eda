import { decimal, duration, inUnit, quantity } from '../../../src/reporters/number-format.ts'
import { currentLanguage, sayFirst as say } from './say.ts'

/** Formats numbers and times in the reader's language. */
export const formatted = {
  dateTime: (iso: string): string => formatter('short').format(new Date(iso)),
  date: (iso: string): string => formatter(undefined).format(new Date(iso)),
  /** The time of day with seconds. */
  time: (milliseconds: number): string => new Date(milliseconds).toLocaleTimeString(currentLanguage()),
  duration: (milliseconds: number): string => say(duration(milliseconds)),
  seconds: <Known extends number | undefined>(seconds: Known) =>
    ifKnown(seconds, (known) => say(duration(known * 1000))),
  /** US dollars; `costsMore` where an unknown cost comes on top. */
  dollars: <Known extends number | undefined>(dollars: Known, costsMore = false) =>
    ifKnown(dollars, (known) => `${costsMore ? '≥ ' : ''}$${quantity(known)}`),
  /** A metric's value: a score, or a quantity with its unit. */
  amount: (value: number, unit: string | undefined): string | number => {
    if (unit === undefined) return decimal(value)
    return say(unit === 'seconds' ? duration(value * 1000) : inUnit(value, unit))
  },
}

type IfKnown<Known> = Known extends number ? string : undefined

function ifKnown<Known extends number | undefined>(value: Known, print: (value: number) => string): IfKnown<Known> {
  // Cast: what is known of a type parameter does not narrow a type that depends on it.
  return (value === undefined ? undefined : print(value)) as IfKnown<Known>
}

/** Facts behind each other, as far as there are any. */
export function factLine(facts: readonly (string | number | false | undefined)[]): string {
  return facts.filter((fact) => fact !== undefined && fact !== false && fact !== '').join(' · ')
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
