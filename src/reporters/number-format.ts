import { type Estimate, type Message, message } from '../core/index.ts'
import { oneLine } from './visible-text.ts'

/** Groups the thousands of a whole number. Numbers below 1000 stay numbers, which plural forms depend on. */
export function count(value: number): number | string {
  return value < 1000 ? value : grouped(value, 0)
}

/** Formats with up to `digits` decimals, without trailing zeros. */
export function decimal(value: number, digits = 3): string {
  return grouped(value, digits)
}

/** Formats two numbers with enough decimals to tell them apart: 0.7996 and 0.8, not 0.8 and 0.8. */
export function decimalsApart(first: number, second: number): readonly [string, string] {
  for (let digits = 3; digits < 12; digits += 1) {
    const shown = [grouped(first, digits), grouped(second, digits)] as const
    if (first === second || shown[0] !== shown[1]) return shown
  }
  return [String(first), String(second)]
}

/** Formats a share of 1 in per cent; only exactly 1 is shown as 100 %, and only exactly 0 as 0 %. */
export function percent(share: number, digits = 0): string {
  return `${percentNumber(share, digits)} %`
}

/** Formats the measured share, with a decimal when the number of cases supports one. */
export function rate(estimate: Estimate): string {
  return percent(estimate.value, digitsFor(estimate))
}

/** The bounds of an interval as text, rounded outwards so that it never looks narrower. */
export type Bounds = { readonly low: string; readonly high: string }

/** Formats the bounds of a share of 1 in per cent. @example { low: '63', high: '95' } */
export function rateBounds(estimate: Estimate): Bounds {
  return outward({ low: estimate.low * 100, high: estimate.high * 100 }, digitsFor(estimate))
}

/** @example '63–95 %' */
export function rateInterval(estimate: Estimate): string {
  const { low, high } = rateBounds(estimate)
  return `${low}–${high} %`
}

/** Formats a measured share with its interval; a missing one is a dash. @example '75 % (63–95 %)' */
export function rateWithInterval(estimate: Estimate | null): string {
  return estimate === null ? '–' : `${rate(estimate)} (${rateInterval(estimate)})`
}

/** @example 'p < 0.001' */
export function pText(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${decimal(p)}`
}

/** Writes the sign of a number before its size. @example withSign(-0.5, decimal) // => '−0.5' */
export function withSign(value: number, show: (size: number) => string): string {
  if (value === 0) return '±0'
  return `${value < 0 ? '−' : '+'}${show(Math.abs(value))}`
}

/** Formats a quantity with two significant digits when it is small. @example '0.0014' */
export function quantity(value: number): string {
  return grouped(value, digitsOfQuantity(value))
}

export function bounds({ low, high }: NumberFormatEnds): Bounds {
  return outward({ low, high }, Math.abs(high) < 0.1 ? digitsOfQuantity(high) : high < 10 ? 2 : 0)
}

/** Adds the word for the unit, which has a translation for the built-in metrics. */
export function inUnit(value: number, unit: string): Message {
  const shown = quantity(value)
  if (unit === 'calls') return message('{shown} {value|call|calls}', { shown, value })
  if (unit === 'seconds') return message('{shown} {value|second|seconds}', { shown, value })
  if (unit === 'tokens') return message('{shown} {value|token|tokens}', { shown, value })
  return message('{shown} {unit}', { shown, unit: oneLine(unit, 20) })
}

/** @example '0.81–0.97' */
export function interval(estimate: NumberFormatEnds): string {
  const { low, high } = bounds(estimate)
  return `${low}${estimate.low < 0 || estimate.high < 0 ? ' … ' : '–'}${high}`
}

/** Rounds a bound upwards, so that it holds as shown. @example roundedUp(0.04012, 3) === '0.041' */
export function roundedUp(value: number, digits: number): string {
  return rounded(value, digits, 'up').toFixed(digits)
}

/** Formats a difference of two rates in percentage points with its sign. */
export function points(difference: number): string {
  return signed(rounded(difference * 100, 1))
}

export function pointsBounds({ low, high }: NumberFormatEnds): Bounds {
  return { low: signed(rounded(low * 100, 1, 'down')), high: signed(rounded(high * 100, 1, 'up')) }
}

/** @example '+5 (−1.2 … +11.3)' */
export function pointsWithInterval(difference: Pick<Estimate, 'value' | 'low' | 'high'>): string {
  const { low, high } = pointsBounds(difference)
  return `${points(difference.value)} (${low} … ${high})`
}

/** @example message('{minutes} min {seconds} s', { minutes: 1, seconds: 12 }) */
export function duration(milliseconds: number): Message {
  if (milliseconds > 0 && milliseconds < 0.5) return message('{milliseconds} ms', { milliseconds: '< 1' })
  if (milliseconds < 1000) return message('{milliseconds} ms', { milliseconds: Math.round(milliseconds) })
  if (milliseconds < 59_950) return message('{seconds} s', { seconds: grouped(milliseconds / 1000, 1) })
  const seconds = Math.round(milliseconds / 1000)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return message('{minutes} min {seconds} s', { minutes, seconds: seconds % 60 })
  return message('{hours} h {minutes} min', { hours: grouped(Math.floor(minutes / 60), 0), minutes: minutes % 60 })
}

type NumberFormatEnds = { readonly low: number; readonly high: number }

function outward({ low, high }: NumberFormatEnds, digits: number): Bounds {
  return { low: grouped(rounded(low, digits, 'down'), digits), high: grouped(rounded(high, digits, 'up'), digits) }
}

function rounded(value: number, digits: number, towards: 'nearest' | 'down' | 'up' = 'nearest'): number {
  const scale = 10 ** digits
  // Ignores rounding errors such as that in 0.57 times 100.
  const noise = 1e-6
  if (towards === 'down') return Math.floor(value * scale + noise) / scale
  // Adding 0 turns -0 into 0.
  if (towards === 'up') return Math.ceil(value * scale - noise) / scale + 0
  return Math.round(value * scale) / scale
}

function signed(difference: number): string {
  return withSign(difference, (size) => grouped(size, 1))
}

function digitsOfQuantity(value: number): number {
  if (value === 0) return 0
  return Math.min(12, Math.max(1, 1 - Math.floor(Math.log10(Math.abs(value)))))
}

function percentNumber(share: number, digits: number): string {
  for (let more = digits; more < 4; more += 1) {
    const shown = grouped(share * 100, more)
    const misleads = (shown === '100' && share < 1) || (/^-?0$/.test(shown) && share !== 0)
    if (!misleads) return shown
  }
  return share < 0.5 ? '<0.001' : '>99.999'
}

function digitsFor(estimate: Estimate): number {
  return estimate.n >= 1000 ? 1 : 0
}

/** Formats as `Intl.NumberFormat('en-US')` does, whose tables take longer to load than a small run. */
function grouped(value: number, digits: number): string {
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : `${sign}∞`
  const [mantissa = '', exponent] = Math.abs(value).toExponential().split('e')
  const known = mantissa.replace('.', '')
  const kept = digits + Number(exponent) + 1
  const down = kept < 0 ? '0' : known.slice(0, kept).padEnd(kept, '0')
  const units = BigInt(down) + (known.charAt(kept) >= '5' ? 1n : 0n)
  const text = String(units).padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits).replace(/\B(?=(?:\d{3})+$)/g, ',')
  const fraction = text.slice(text.length - digits).replace(/0+$/, '')
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`
}
