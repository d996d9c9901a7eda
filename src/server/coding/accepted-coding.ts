export type Coding = 'br' | 'gzip' | 'identity'

/** Chooses the coding with the highest weight in `Accept-Encoding` (RFC 9110, 12.5.3); `offered` lists the best first. */
export function acceptedCoding<Offered extends Coding>(
  accepted = '',
  offered: readonly Offered[],
): Offered | 'identity' {
  const weights = new Map(accepted.split(',').map(weighed))
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0
  const [best = 'identity'] = offered.toSorted((one, other) => weightOf(other) - weightOf(one))
  // `identity` is always acceptable, but only preferred where the header gives it a weight.
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : 'identity'
}

function weighed(part: string): readonly [coding: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '')
  const number = Number(weight ?? 1)
  return [name.replace(/^x-(?=gzip$)/, ''), Number.isFinite(number) ? number : 0]
}
