import { parsedJson } from '../../core/index.ts'

/** A question with its choices and all ways to name the right one. */
export type ChoiceQuestion = { readonly question: string; readonly expected: readonly string[] }

/**
 * Adds the choices by letter below the question. `expected` is a choice's text, its letter, or a number as zero-based
 * index; a list names several. With `lettersFirst` a letter names the choice at its position, even if another choice
 * has that text. Undefined when `expected` is none of the choices.
 */
export function withChoices(
  question: string,
  choices: readonly string[],
  { expected, lettersFirst }: { readonly expected: unknown; readonly lettersFirst: boolean },
): ChoiceQuestion | undefined {
  const given: readonly unknown[] = Array.isArray(expected) ? expected : [expected]
  const right = given.map((one) => positionOf(one, choices, lettersFirst))
  if (right.length === 0 || right.some((position) => position === undefined)) return undefined
  const positions = right.flatMap((position) => position ?? [])
  const letters = positions.map(letterOf)
  const [position = 0] = positions
  return {
    question: hasChoices(question, choices) ? question : asked(question, choices, letters.length),
    expected:
      letters.length === 1
        ? waysToSay(letterOf(position), choices[position] ?? '')
        : [letters.join(', '), letters.join(','), letters.join(''), positions.map((at) => choices[at]).join(', ')],
  }
}

/** Reads choices from a list, its JSON text, or text with commas; undefined when there are fewer than two. */
export function choicesIn(cell: unknown): readonly string[] | undefined {
  const list = Array.isArray(cell) ? (cell as unknown[]) : typeof cell === 'string' ? listIn(cell) : []
  const texts = list.flatMap((one) => (['string', 'number', 'bigint'].includes(typeof one) ? String(one).trim() : []))
  return texts.length === list.length && texts.length >= 2 && texts.every((text) => text !== '') ? texts : undefined
}

function listIn(cell: string): readonly unknown[] {
  if (!cell.trimStart().startsWith('[')) return cell.split(',').filter((one) => one.trim() !== '')
  // Python writes lists with single quotes, whose elements cannot be told apart reliably.
  const value = parsedJson(cell)
  return Array.isArray(value) ? value : []
}

function hasChoices(question: string, choices: readonly string[]): boolean {
  return (
    choices.every((choice) => question.includes(choice)) &&
    (hasBoth(question, /(?:^|\s)\(?A[).:]\s/, /\sB[).:]\s/) || hasBoth(question, /\(A\)/, /\(B\)/))
  )
}

function hasBoth(text: string, first: RegExp, second: RegExp): boolean {
  const at = text.search(first)
  return at >= 0 && second.test(text.slice(at))
}

function asked(question: string, choices: readonly string[], right: number): string {
  const lines = choices.map((choice, position) => `${letterOf(position)}) ${choice}`)
  const letters = choices.map((_, position) => letterOf(position)).join(', ')
  const wanted =
    right === 1
      ? `Answer with one of the letters ${letters}.`
      : `Several may be right. Answer with all letters that are, out of ${letters}.`
  return `${question}\n\n${lines.join('\n')}\n\n${wanted}`
}

function waysToSay(letter: string, choice: string): readonly string[] {
  return [letter, choice, `${letter}) ${choice}`, `ANSWER: ${letter}`]
}

function positionOf(one: unknown, choices: readonly string[], lettersFirst: boolean): number | undefined {
  if (typeof one === 'number') return within(one, choices)
  if (typeof one !== 'string') return undefined
  const text = one.trim()
  const letter = /^\(?([A-Za-z])[).:]?$/.exec(text)?.[1]
  const byText = within(choices.indexOf(text), choices)
  const byLetter = letter === undefined ? undefined : within(letter.toUpperCase().charCodeAt(0) - 65, choices)
  const found = lettersFirst ? (byLetter ?? byText) : (byText ?? byLetter)
  if (found !== undefined) return found
  const behind = /^\(?([A-Za-z])[).:]\s+(.+)$/s.exec(text)
  const named = choices.findIndex((choice) => choice.toLowerCase() === (behind?.[2] ?? text).trim().toLowerCase())
  return named < 0 ? undefined : named
}

function within(position: number, choices: readonly string[]): number | undefined {
  return Number.isInteger(position) && position >= 0 && position < choices.length ? position : undefined
}

/** Numbers choices as Inspect does: A to Z, then 1, 2 and so on. */
function letterOf(position: number): string {
  return position < 26 ? String.fromCharCode(65 + position) : String(position - 25)
}
