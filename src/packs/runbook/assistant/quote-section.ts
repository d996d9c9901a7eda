/** A section as it is quoted, and how much of it is not shown. */
export type Quote = {
  readonly text: string
  /** Undefined where it is whole. */
  readonly left: { readonly count: number; readonly of: 'steps' | 'paragraphs' | 'lines' } | undefined
}

/** A section in its own structure. One that is too long ends behind a whole step or paragraph. */
export function quoteSection(text: string, longest: number): Quote {
  if (text.length <= longest) return { text, left: undefined }
  const units = unitsOf(text)
  let [end, length] = [0, 0]
  for (const unit of units) {
    if (end > 0 && length + unit.text.length > longest) break
    end += 1
    length += unit.text.length
  }
  // What announces what is not shown belongs to that.
  while (end > 1 && /[:：]\s*$/.test(units[end - 1]?.text ?? '')) end -= 1
  const [first] = units
  if (first !== undefined && first.text.length > longest) return cutLines(text, longest)
  const rest = units.slice(end)
  const steps = rest.filter(({ isStep }) => isStep).length
  const left =
    steps > 0 ? ({ count: steps, of: 'steps' } as const) : ({ count: rest.length, of: 'paragraphs' } as const)
  const shown = units.slice(0, end).map((unit) => unit.text)
  return { text: shown.join('').trimEnd(), left: rest.length === 0 ? undefined : left }
}

/** Whether a text has what can be carried out one after another, numbered or as code, whatever its words are. */
export function hasSteps(text: string): boolean {
  return text.split('\n').some((line) => FENCE.test(line)) || (text.match(NUMBERED)?.length ?? 0) > 1
}

type QuoteSectionUnit = { text: string; readonly isStep: boolean }

const STEP = /^(?:[-*+](?=\s)|[•・①-⑳]|\d{1,3}[.)．）](?!\d)|[(（]\d{1,3}[)）])/
const NUMBERED = /^[^\S\n]*(?:[①-⑳]|\d{1,3}[.)．）](?!\d)|[(（]\d{1,3}[)）])/gm
const FENCE = /^\s*(?:`{3,}|~{3,})/

/** Steps with all that is nested in them, and paragraphs; code is never divided. */
function unitsOf(text: string): readonly QuoteSectionUnit[] {
  const units: QuoteSectionUnit[] = []
  let [isCode, isFresh] = [false, true]
  for (const line of text.split(/(?<=\n)/)) {
    const isStep = STEP.test(line)
    const last = units.at(-1)
    if (last === undefined || (!isCode && /^\S/.test(line) && (isFresh || isStep))) units.push({ text: line, isStep })
    else last.text += line
    if (FENCE.test(line)) isCode = !isCode
    isFresh = line.trim() === ''
  }
  return units
}

/** A table or a listing of many pages. */
function cutLines(text: string, longest: number): Quote {
  const end = text.lastIndexOf('\n', longest)
  const shown = text.slice(0, end <= 0 ? longest : end)
  const isOpen = shown.split('\n').filter((line) => FENCE.test(line)).length % 2 === 1
  const count = text.slice(shown.length).trim().split('\n').length
  return { text: isOpen ? `${shown}\n\`\`\`` : shown, left: { count, of: 'lines' } }
}
