/** What a unit measures, its size in the smallest unit of that kind, and its zero point. */
export type Unit = { readonly kind: string; readonly size: number; readonly zero?: number | undefined }

// A twelfth of 365.25 days, so that a year is twelve months and both can be compared with days.
const month = 2_629_800

/** Units by name, in any case. Counters have the kind `count`. */
const named: readonly (readonly [kind: string, size: number, names: string, zero?: number])[] = [
  ['age', 1, '歳|才|years old|years of age'],
  ['time', 1e-6, 'microseconds?|マイクロ秒'],
  ['time', 1e-3, 'milliseconds?|ミリ秒'],
  ['time', 1, 'sec|secs|second|seconds|秒間|秒'],
  ['time', 60, 'min|mins|minute|minutes|分間|分'],
  ['time', 3600, 'h|hr|hrs|hour|hours|時間'],
  ['time', 86_400, 'day|days|営業日|日間|日'],
  ['time', 604_800, 'week|weeks|週間'],
  ['time', month, 'month|months|[かヶカヵ]月[間分]|か月|ヶ月|カ月|ヵ月|箇月'],
  ['time', 12 * month, 'year|years|年間|年'],
  ['share', 1, '%|percent|per cent|パーセント'],
  ['yen', 1, '円|yen|jpy'],
  ['dollars', 1, 'dollar|dollars|usd'],
  ['euros', 1, 'euro|euros|eur|€'],
  ['length', 1, 'metre|metres|meter|meters|メートル'],
  ['length', 0.001, 'ミリメートル|millimet(?:er|re)s?'],
  ['length', 0.01, 'センチメートル|センチ|centimet(?:er|re)s?'],
  ['length', 0.0254, 'inch|inches|インチ'],
  ['length', 0.3048, 'ft|foot|feet'],
  ['length', 1000, 'キロメートル|kilomet(?:er|re)s?'],
  ['mass', 1000, 'キログラム|kilograms?'],
  ['mass', 1, 'グラム|grams?'],
  ['mass', 0.001, 'ミリグラム|milligrams?'],
  ['mass', 453.592, 'lb|lbs|pounds?'],
  ['mass', 1_000_000, 't|tons?|tonnes?|トン'],
  ['volume', 1, 'リットル|lit(?:er|re)s?'],
  ['volume', 0.001, 'ミリリットル|millilit(?:er|re)s?'],
  ['bytes', 1e3, 'キロバイト|kilobytes?'],
  ['bytes', 1e6, 'メガバイト|megabytes?'],
  ['bytes', 1e9, 'ギガバイト|gigabytes?'],
  ['bytes', 1e12, 'テラバイト|terabytes?'],
  ['bytes', 1024, 'kib'],
  ['bytes', 1024 ** 2, 'mib'],
  ['bytes', 1024 ** 3, 'gib'],
  ['bytes', 1024 ** 4, 'tib'],
  ['lux', 1, 'ルクス|lux'],
  ['sound', 1, 'db|デシベル'],
  ['temperature', 1, '°c|度'],
  ['temperature', 5 / 9, '°f', 32],
  ['parts', 1, 'ppm'],
  ['turns', 1, 'rpm'],
  ['count', 1, 'か所|ヶ所|箇所|[台個本基枚灯件名人室棟回社行項組冊匹点]'],
]

const bases: Readonly<Record<string, string>> = {
  m: 'length',
  m2: 'area',
  m3: 'space',
  g: 'mass',
  l: 'volume',
  s: 'time',
  b: 'bytes',
  bit: 'bits',
  ω: 'resistance',
  ohm: 'resistance',
}
const prefixes: Readonly<Record<string, number>> = {
  n: 1e-9,
  μ: 1e-6,
  m: 1e-3,
  c: 1e-2,
  d: 0.1,
  h: 100,
  k: 1e3,
  K: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
}

const namedPattern = named.map(([, , names], index) => `(?<n${index}>${names})`).join('|')
const unitPattern = new RegExp(String.raw`(?:${namedPattern})(?![a-z])`, 'iy')
const symbolPattern =
  /([nμmcdhkKMGT])??(Pa|Hz|VA|Wh|Sv|Bq|[Oo]hm|mol|bit|bar|lm|lx|m[23]|[VAWJNΩmgsBlL])(?:(?<=ohm)s)?(?![A-Za-z\d])/y

/** Returns the unit at a position and its length in characters. A quotient of two units is one unit. */
export function unitAt(text: string, at: number): { readonly unit: Unit; readonly length: number } | undefined {
  const above = simpleUnitAt(text, at)
  if (above === undefined) return undefined
  const slash = /^ ?\/ ?/.exec(text.slice(at + above.length, at + above.length + 3))
  if (slash === null) return above
  const length = above.length + slash[0].length
  const [word = ''] = /^[\p{L}\d]+/u.exec(text.slice(at + length, at + length + 20)) ?? []
  const below = simpleUnitAt(text, at + length) ?? { unit: { kind: word.toLowerCase(), size: 1 }, length: word.length }
  const unit = { kind: `${above.unit.kind}/${below.unit.kind}`, size: above.unit.size / below.unit.size }
  return { unit, length: length + below.length }
}

function simpleUnitAt(text: string, at: number): { unit: Unit; length: number } | undefined {
  symbolPattern.lastIndex = at
  const [sign = '', prefix, base = ''] = symbolPattern.exec(text) ?? []
  unitPattern.lastIndex = at
  const found = unitPattern.exec(text)
  if (found !== null && found[0].length >= sign.length) {
    const index = named.findIndex((_, place) => found.groups?.[`n${place}`] !== undefined)
    const [kind = '', size = 1, , zero] = named[index] ?? []
    return { unit: { kind, size, zero }, length: found[0].length }
  }
  if (sign === '') return undefined
  const size = prefix === undefined ? 1 : (prefixes[prefix] ?? 1)
  const power = base === 'm2' ? 2 : base === 'm3' ? 3 : 1
  return { unit: { kind: bases[base.toLowerCase()] ?? base, size: size ** power }, length: sign.length }
}
