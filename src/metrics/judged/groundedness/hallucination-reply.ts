/** A block of ADK's validator; a label may be anything. */
export type ValidatedSentence = {
  readonly sentence: string
  readonly label: string
  readonly rationale: string
  readonly supportingExcerpt: string | null
  readonly contradictingExcerpt: string | null
}

/** The sentences in a segmenter's reply, not trimmed; tags in lower case only. */
export function parseSentences(raw: string): readonly string[] {
  const sentences: string[] = []
  for (let end = 0; ;) {
    const start = raw.indexOf(OPEN, end)
    end = raw.indexOf(CLOSE, start)
    if (start < 0 || end < 0) return sentences
    sentences.push(raw.slice(start + OPEN.length, end))
  }
}

const OPEN = '<sentence>'
const CLOSE = '</sentence>'

const FIELDS = ['sentence', 'label', 'rationale', 'supporting_excerpt', 'contradicting_excerpt'] as const

/**
 * The blocks in a validator's reply: five fields in this order, each on a new line, whose values may go on over several
 * lines; a block ends where the next sentence begins. Other blocks are skipped.
 */
export function parseValidation(raw: string): readonly ValidatedSentence[] {
  return blocksOf(raw).flatMap((block) => {
    const values = valuesOf(block)
    if (values === undefined) return []
    const [sentence = '', label = '', rationale = '', supporting = '', contradicting = ''] = values
    return {
      sentence,
      label,
      rationale,
      supportingExcerpt: excerptOf(supporting),
      contradictingExcerpt: excerptOf(contradicting),
    }
  })
}

/** 1 for what needs no support or has it, 0 for what lacks it, undefined for a label that nobody knows. */
export function scoreOfLabel(label: string): 1 | 0 | undefined {
  return LABEL_SCORES.get(label.trim().toLowerCase())
}

const LABEL_SCORES: ReadonlyMap<string, 1 | 0> = new Map([
  ['supported', 1],
  ['not_applicable', 1],
  ['unsupported', 0],
  ['contradictory', 0],
  ['disputed', 0],
])

function blocksOf(raw: string): readonly string[] {
  return raw
    .replaceAll('\r\n', '\n')
    .split(/^(?=[^\S\n]*sentence:)/im)
    .filter((block) => /^\s*sentence:/i.test(block))
}

/** Undefined when a field is missing or out of order. */
function valuesOf(block: string): readonly string[] | undefined {
  const values: string[] = []
  let rest = block
  for (const [index, field] of FIELDS.entries()) {
    const found = new RegExp(`^[^\\S\\n]*${field}:`, 'im').exec(rest)
    if (found === null) return undefined
    if (index > 0) values.push(rest.slice(0, found.index).trim())
    rest = rest.slice(found.index + found[0].length)
  }
  return [...values, rest.trim()]
}

function excerptOf(text: string): string | null {
  return text.toLowerCase() === 'null' || text === '' ? null : text
}
