/** One block of the reply to ADK's validator prompt. The label may be any text. */
export type ValidatedSentence = {
  readonly sentence: string
  readonly label: string
  readonly rationale: string
  readonly supportingExcerpt: string | null
  readonly contradictingExcerpt: string | null
}

/** Reads the sentences of a segmenter's reply, untrimmed. Only lower-case tags count. */
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
 * Reads the blocks of a validator's reply. A block has five fields in this order, each on a new line, with values of
 * one or more lines; it ends where the next sentence begins. Other blocks are skipped.
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

/** Returns 1 for a label that needs no support or has it, 0 for one that lacks it, undefined for an unknown one. */
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
