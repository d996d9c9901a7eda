import { displayWidth } from '../../src/reporters/display-width.ts'
import { xmlText } from '../../src/reporters/xml-text.ts'
import type { Recorded } from './record.ts'

const column = 7.8
const lineHeight = 18
const margin = 16
const columns = 84

/** A terminal as a picture: dark on every page, each command with its output appearing after the one before. */
export function toSvg(recorded: readonly Recorded[], title: string): string {
  let line = 0
  const steps = recorded.map(({ command, output }, index) => {
    const shown = [
      `\u001b[32m$\u001b[39m \u001b[1m${command}\u001b[22m`,
      ...(output === '' ? [] : output.split('\n')),
      '',
    ]
    const texts = shown.map((text) => toText(text, (line += 1)))
    return `<g style="animation-delay:${index * 1.5}s">\n${texts.filter((text) => text !== '').join('\n')}\n</g>`
  })
  const width = Math.ceil(columns * column + 2 * margin)
  const height = line * lineHeight + margin
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${xmlText(title)}</title>
<style>
text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d8dee4;white-space:pre}
.b{font-weight:bold}.d{fill:#9aa4ae}.r{fill:#ff8078}.g{fill:#7ee787}.y{fill:#e3b341}
g{animation:appear .4s both}
@keyframes appear{from{opacity:0}}
@media (prefers-reduced-motion:reduce){g{animation:none}}
</style>
<rect width="100%" height="100%" rx="8" fill="#1b1f24"/>
${steps.join('\n')}
</svg>
`
}

const classes: Readonly<Record<string, string>> = { 1: 'b', 2: 'd', 31: 'r', 32: 'g', 33: 'y' }
const ends: Readonly<Record<string, readonly string[]>> = {
  22: ['b', 'd'],
  39: ['r', 'g', 'y'],
  0: Object.values(classes),
}

/** A line, each piece of one style and one width of characters in its place, whatever fonts there are. */
function toText(line: string, number: number): string {
  const on = new Set<string>()
  let at = 0
  const pieces: string[] = []
  const [unstyled = '', ...styled] = line.split('\u001b[')
  for (const piece of [`m${unstyled}`, ...styled]) {
    const [, code = '', shown = ''] = /^(\d*)m(.*)$/.exec(piece) ?? []
    const begun = classes[code]
    if (begun === undefined) for (const name of ends[code] ?? []) on.delete(name)
    else on.add(begun)
    for (const text of runs(shown)) {
      const width = displayWidth(text)
      if (text.trim() !== '') pieces.push(span(text, at, width, [...on]))
      at += width
    }
  }
  return pieces.length === 0 ? '' : `<text y="${number * lineHeight + 4}">${pieces.join('')}</text>`
}

/** Wide characters come from other fonts than narrow ones. */
function runs(text: string): readonly string[] {
  const all: string[] = []
  for (const character of text) {
    const before = all.at(-1)
    const isSame = before !== undefined && displayWidth(before.at(-1) ?? '') === displayWidth(character)
    if (isSame) all.push(`${all.pop()}${character}`)
    else all.push(character)
  }
  return all
}

function span(text: string, at: number, width: number, names: readonly string[]): string {
  const place = `x="${round(margin + at * column)}" textLength="${round(width * column)}"`
  const style = names.length === 0 ? '' : ` class="${names.join(' ')}"`
  return `<tspan ${place} lengthAdjust="spacingAndGlyphs"${style}>${xmlText(text)}</tspan>`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
