import type { JsonObject } from '../../core/index.ts'
/**
 * A row of a table of tests: columns are variables, and those that begin with two underscores are settings of the test, such as
 * `__expected` for an assertion in short form.
 */
export function testOfRow(row: JsonObject): JsonObject {
  const cells = Object.entries(row).map(([column, cell]) => [column.trim(), String(cell ?? '')] as const)
  const said = (name: string) => cells.find(([column, text]) => column === name && text !== '')?.[1]
  const below = (start: string) =>
    cells.flatMap(([column, text]) => (column.startsWith(start) ? [[column.slice(start.length), text] as const] : []))
  const [description, threshold, metric] = [said('__description'), said('__threshold'), said('__metric')]
  const options = ['prefix', 'suffix'].map((name) => [name, said(`__${name}`)] as const)
  const thresholds = new Map(below('__config:').map(([name, text]) => [name, Number(text)]))
  const expected = below('__expected').filter(([, text]) => text.trim() !== '')
  const known = new Set(['__description', '__threshold', '__metric', '__prefix', '__suffix'])
  return {
    ...(description !== undefined && { description }),
    ...(threshold !== undefined && { threshold: Number(threshold) }),
    options: Object.fromEntries(options.filter(([, text]) => text !== undefined)),
    metadata: Object.fromEntries(below('__metadata:').flatMap(metadataOf)),
    vars: Object.fromEntries(cells.filter(([column]) => !column.startsWith('__'))),
    assert: expected.map(([, text], index) => {
      const numbered = thresholds.get(`__expected${index + 1}:threshold`)
      const own = numbered ?? (index === 0 ? thresholds.get('__expected:threshold') : undefined)
      return {
        ...assertionOf(text.trim()),
        ...(metric !== undefined && { metric }),
        ...(own !== undefined && { threshold: own }),
      }
    }),
    ...Object.fromEntries(
      cells.filter(
        ([column, text]) =>
          text !== '' &&
          column.startsWith('__') &&
          !known.has(column) &&
          !/^__(expected\d*$|metadata:|config:)/.test(column),
      ),
    ),
  }
}

function metadataOf([name, text]: readonly [string, string]): readonly (readonly [string, unknown])[] {
  if (text.trim() === '') return []
  if (!name.endsWith('[]')) return [[name, text]]
  return [[name.slice(0, -2), text.split(/(?<!\\),/).map((one) => one.trim().replace(String.raw`\,`, ','))]]
}

// Types of graded or measured assertions that get a default threshold where the table has none.
const measured = /^(answer-relevance|classifier|context-\w+|cost|latency|levenshtein|perplexity(-score)?|rouge-n)$/
const types =
  'contains-all|contains-any|contains-json|contains-xml|contains-sql|contains-html|contains|icontains-all|icontains-any|icontains|answer-relevance|bleu|classifier|context-faithfulness|context-recall|context-relevance|conversation-relevance|cost|equals|factuality|finish-reason|g-eval|gleu|guardrails|is-html|is-json|is-refusal|is-sql|is-valid-function-call|is-valid-openai-function-call|is-valid-openai-tools-call|is-xml|javascript|latency|levenshtein|llm-rubric|meteor|model-graded-closedqa|model-graded-factuality|moderation|perplexity-score|perplexity|pi|python|regex|rouge-n|ruby|search-rubric|skill-used|similar:cosine|similar:dot|similar:euclidean|similar|starts-with|tool-call-f1|trace-[a-z-]+|trajectory:[a-z-]+|webhook|word-count'
const short = new RegExp(`^(not-)?(${types})(?:\\((\\d*\\.?\\d+)\\))?(?::([\\s\\S]*))?$`)

/** Reads `contains: Paris`, `not-regex: ^Sorry`, `similar(0.8): …`; a text without a type is compared with the whole answer. */
function assertionOf(text: string): JsonObject {
  const code = /^(?:javascript|fn|eval):([\s\S]*)$/.exec(text)
  if (code !== null) return { type: 'javascript', value: code[1]?.trim() }
  if (/^file:\/\/.+\.[cm]?[jt]s(:\w+)?$/.test(text)) return { type: 'javascript', value: text }
  if (/^file:\/\/.+\.py(:\w+)?$/.test(text)) return { type: 'python', value: text }
  const graded = /^grade:([\s\S]*)$/.exec(text)
  if (graded !== null) return { type: 'llm-rubric', value: graded[1]?.trim() }
  const [, not = '', type, threshold, value] = short.exec(text) ?? []
  if (type === undefined) return { type: 'equals', value: text }
  const least = threshold ?? (type === 'similar' ? 0.8 : measured.test(type) ? 0.75 : undefined)
  return {
    type: `${not}${type}`,
    ...(least === undefined ? {} : { threshold: Number(least) }),
    ...(value === undefined
      ? {}
      : { value: /-(all|any)$/.test(type) ? value.split(',').map((one) => one.trim()) : value.trim() }),
  }
}
