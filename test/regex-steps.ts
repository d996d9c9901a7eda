import { setFlagsFromString } from 'node:v8'
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'

/**
 * How many steps V8 takes to run a regular expression from its `lastIndex` over a text, within a sixteenth: one for each turn
 * of a quantifier and for each way back. It can be told to give up after so many, so it is asked again with more, until it
 * does not.
 */
export function regexSteps(regex: RegExp, text: string): number {
  if (regex.lastIndex > text.length) return 0
  const all = limitedOf(regex)
  let enough = fewest
  while (!isEnough(enough)) enough *= 2
  for (let step = enough / 4; enough > fewest && step >= enough / 16; step /= 2)
    if (isEnough(enough - step)) enough -= step
  return enough

  function isEnough(limit: number): boolean {
    if (limit > most) throw new RangeError(`more than ${most} steps: ${String(regex)}`)
    const limited = limitedTo(limit, all)
    limited.lastIndex = regex.lastIndex
    return exec.call(limited, text) !== null
  }
}

const fewest = 16
const most = 2 ** 29

// Others may have put something else there by the time it is asked.
const { exec } = RegExp.prototype
const made = new Map<string, Map<string, Limited>>()

/** The same expression with what it may take at most. */
type Limited = {
  readonly pattern: string
  readonly flags: string
  readonly byLimit: Map<number, RegExp>
}

/** Found by the source as it is: a key made of it would have to be read anew each time, however long it is. */
function limitedOf({ source, flags }: RegExp): Limited {
  let bySource = made.get(flags)
  if (bySource === undefined) made.set(flags, (bySource = new Map()))
  let limited = bySource.get(source)
  if (limited === undefined) bySource.set(source, (limited = newLimitedOf(source, flags)))
  return limited
}

function newLimitedOf(source: string, flags: string): Limited {
  // It matches in any case, at the end if nowhere else, so that only who gave up found nothing.
  const anyway = flags.includes('y') ? '' : '(?![^])'
  const pattern = `(?:${withCountedTurns(source, flags)})|${anyway}`
  return { pattern, flags: flags.replace('d', ''), byLimit: new Map() }
}

function limitedTo(limit: number, { pattern, flags, byLimit }: Limited): RegExp {
  const found = byLimit.get(limit)
  if (found !== undefined) return found
  const regex = newLimited(pattern, flags, limit)
  byLimit.set(limit, regex)
  return regex
}

/**
 * V8 counts ways back, and goes through `a*` without any: after each turn stands something that is always true and needs one.
 */
function withCountedTurns(source: string, flags: string): string {
  const marks: { readonly at: number; readonly mark: string }[] = []
  const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  visitRegExpAST(new RegExpParser().parsePattern(source, 0, source.length, mode), {
    onQuantifierLeave({ element }) {
      marks.push({ at: element.start, mark: '(?:' }, { at: element.end, mark: '(?!(?!)))' })
    },
  })
  // Where one ends and the next begins, the end comes first.
  marks.sort((one, other) => one.at - other.at || other.mark.length - one.mark.length)
  let [counted, from] = ['', 0]
  for (const { at, mark } of marks) {
    counted += source.slice(from, at) + mark
    from = at
  }
  return counted + source.slice(from)
}

setFlagsFromString('--allow-natives-syntax')
// Always compiled: interpreted at first, the same expression needs another number of steps.
setFlagsFromString('--no-regexp-tier-up')
// oxlint-disable-next-line no-new-func -- natives have a syntax that only text compiled after the flag may use
const newLimited = new Function(
  'source',
  'flags',
  'limit',
  'return %NewRegExpWithBacktrackLimit(source, flags, limit)',
) as (source: string, flags: string, limit: number) => RegExp
