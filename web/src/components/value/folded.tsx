import './value.css'
import { use, useState, type ReactNode } from 'react'
import { SoughtText } from './sought-text.ts'
import { sayFirst as say } from '../../words/say.ts'

const foldedLines = 12
const foldedCharacters = 1500

/** A text that is shortened until it is expanded. */
export function Folded({ text, show }: { readonly text: string; readonly show: (shown: string) => ReactNode }) {
  const sought = use(SoughtText)
  const [chosen, setOpen] = useState<boolean>()
  const open = chosen ?? (sought !== '' && text.toLowerCase().includes(sought))
  const beginning = beginningOf(text)
  if (beginning === undefined) return show(text)
  const lines = lineCount(text)
  const more =
    lines > foldedLines
      ? say('Show all {count} lines', { count: lines.toLocaleString('en-US') })
      : say('Show all {count} characters', { count: text.length.toLocaleString('en-US') })
  return (
    <div className="value-folded" data-open={open}>
      {show(open ? text : beginning)}
      <button type="button" className="value-more" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? say('Show less') : more}
      </button>
    </div>
  )
}

/** The first lines; undefined where the text is hardly longer. */
function beginningOf(text: string): string | undefined {
  if (text.length <= foldedCharacters * 1.25 && lineCount(text) <= foldedLines * 1.25) return undefined
  let end = 0
  for (let line = 0; line < foldedLines && end !== -1; line += 1) end = text.indexOf('\n', end + 1)
  const cut = Math.min(end === -1 ? text.length : end, foldedCharacters)
  // Does not split a surrogate pair.
  return `${text.slice(0, cut).replace(/[\uD800-\uDBFF]$/, '')}…`
}

function lineCount(text: string): number {
  let [lines, at] = [1, text.indexOf('\n')]
  while (at !== -1) {
    lines += 1
    at = text.indexOf('\n', at + 1)
  }
  return lines
}
