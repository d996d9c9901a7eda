type Fields = Readonly<Record<string, unknown>>

/**
 * A row of a table of tests: columns are variables, and those that begin with two underscores say something of the test,
 * `__expected` an assertion in short.
 */
export function testOfRow(row: Fields): Fields {
  const vars: Record<string, unknown> = {}
  const assertions: Fields[] = []
  const test: Record<string, unknown> = {}
  for (const [column, cell] of Object.entries(row)) {
    const text = String(cell ?? '')
    if (/^__expected\d*$/.test(column)) {
      if (text.trim() !== '') assertions.push(assertionOf(text.trim()))
    } else if (column === '__description') test['description'] = text
    else if (column === '__threshold') test['threshold'] = text === '' ? undefined : Number(text)
    else if (column === '__prefix' || column === '__suffix') {
      test['options'] = { ...(test['options'] as Fields | undefined), [column.slice(2)]: text }
    } else if (!column.startsWith('__')) vars[column] = text
  }
  return { ...test, vars, assert: assertions }
}

// Longest first: `contains` begins others.
const types = [
  'contains-all',
  'contains-any',
  'contains-json',
  'contains-xml',
  'contains-sql',
  'contains-html',
  'contains',
  'icontains-all',
  'icontains-any',
  'icontains',
  'answer-relevance',
  'classifier',
  'context-faithfulness',
  'context-recall',
  'context-relevance',
  'cost',
  'equals',
  'factuality',
  'g-eval',
  'is-html',
  'is-json',
  'is-refusal',
  'is-sql',
  'is-xml',
  'javascript',
  'latency',
  'levenshtein',
  'llm-rubric',
  'model-graded-closedqa',
  'model-graded-factuality',
  'moderation',
  'perplexity-score',
  'perplexity',
  'python',
  'regex',
  'rouge-n',
  'similar',
  'starts-with',
  'webhook',
  'word-count',
]
const short = new RegExp(`^(not-)?(${types.join('|')})(?:\\((\\d*\\.?\\d+)\\))?(?::([\\s\\S]*))?$`)

/** `contains: Paris`, `not-regex: ^Sorry`, `similar(0.8): …`; what says no type is the whole answer. */
function assertionOf(text: string): Fields {
  const code = /^(?:javascript|fn|eval):([\s\S]*)$/.exec(text)
  if (code !== null) return { type: 'javascript', value: code[1]?.trim() }
  const graded = /^grade:([\s\S]*)$/.exec(text)
  if (graded !== null) return { type: 'llm-rubric', value: graded[1]?.trim() }
  const [, not = '', type, threshold, value] = short.exec(text) ?? []
  if (type === undefined) return { type: 'equals', value: text }
  return {
    type: `${not}${type}`,
    ...(threshold === undefined ? {} : { threshold: Number(threshold) }),
    ...(value === undefined ? {} : { value: /-(all|any)$/.test(type) ? listIn(value) : value.trim() }),
  }
}

/** Texts between commas; quotes keep commas in a text. */
function listIn(text: string): readonly string[] {
  return [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/g)]
    .map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain?.trim() ?? '')
    .filter((one) => one !== '')
}
