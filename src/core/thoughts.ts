type Marks = { readonly opens: string; readonly closes: string }

/**
 * The tags with which models mark reasoning that a server leaves in the answer: Qwen, DeepSeek, Magistral, Kimi, Seed,
 * Command, MedGemma, gpt-oss. A chat template may supply the opening tag, so that the answer has only the closing one.
 */
const tags = [
  'think',
  'thinking',
  'thought',
  'thoughts',
  'reasoning',
  'reflection',
  'seed:think',
  'antthinking',
  'analysis',
  'scratchpad',
]
const marks: readonly Marks[] = [
  ...tags.map((tag) => ({ opens: `<${tag}>`, closes: `</${tag}>` })),
  { opens: '[think]', closes: '[/think]' },
  { opens: '◁think▷', closes: '◁/think▷' },
  { opens: '<|begin_of_thought|>', closes: '<|end_of_thought|>' },
  { opens: '<|start_thinking|>', closes: '<|end_thinking|>' },
  { opens: '<unused94>thought', closes: '<unused95>' },
  { opens: '<|channel|>analysis<|message|>', closes: '<|end|>' },
]

const answerMarks =
  /^\s*(?:(?:<\|start\|>assistant)?<\|channel\|>final<\|message\|>|<\|(?:start_response|begin_of_solution)\|>)|<\|(?:return|end_response|end_of_solution)\|>\s*$/gi

export type SplitText = { readonly thoughts: readonly string[]; readonly answer: string }

/**
 * Splits the thoughts off the beginning of a model's text. An unclosed thought was cut off, so there is no answer. Tags
 * further on belong to the answer.
 *
 * @example splitThoughts('<think>France.</think>\nParis') // { thoughts: ['France.'], answer: 'Paris' }
 */
export function splitThoughts(text: string): SplitText {
  // Every tag begins with one of these characters, and most texts have none.
  if (!/[<[◁]/.test(text)) return { thoughts: [], answer: text }
  const lower = lowerCase(text)
  const lastEnds = new Map<string, number>()
  const thoughts: string[] = []
  let at = 0
  for (;;) {
    const begin = at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0)
    const mark = marks.find(({ opens }) => lower.startsWith(opens, begin))
    if (mark === undefined) break
    const { opens, closes } = mark
    if (!lastEnds.has(closes)) lastEnds.set(closes, lower.lastIndexOf(closes))
    const thought = { begin: begin + opens.length, lastEnd: lastEnds.get(closes) ?? -1 }
    const end = endOfThought(lower, mark, thought)
    thoughts.push(text.slice(thought.begin, end).trim())
    at = Math.min(text.length, end + closes.length)
  }
  if (at === 0) return thoughtsWithoutBegin(text, lower)
  const answer = text.slice(at).replace(answerMarks, '').trimStart()
  return { thoughts: thoughts.filter((thought) => thought !== ''), answer }
}

/** Keeps the length of the text, which `toLowerCase` does not do for every letter. */
function lowerCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

type ThoughtPlace = { readonly begin: number; readonly lastEnd: number }

/** Returns the offset of the closing tag, or the end of the text. Thoughts may be nested. */
function endOfThought(lower: string, { opens, closes }: Marks, { begin, lastEnd }: ThoughtPlace): number {
  let depth = 1
  let inner = lower.indexOf(opens, begin)
  let end = lower.indexOf(closes, begin)
  while (end >= 0) {
    // An opening tag that no later end could close is plain text.
    const isInner = inner >= 0 && inner < end && end < lastEnd
    depth += isInner ? 1 : -1
    if (depth === 0) return end
    if (isInner) inner = lower.indexOf(opens, inner + opens.length)
    else end = lower.indexOf(closes, end + closes.length)
  }
  return lower.length
}

/** Handles chat templates that supply the opening tag, so that the model writes only the closing one. */
function thoughtsWithoutBegin(text: string, lower: string): SplitText {
  const end = lower.indexOf('</think>')
  // A JSON value or code block may contain the tag as text, without a thought before it.
  const isValue = /^\s*(?:[{["]|```)/.test(text)
  if (end < 0 || isValue || lower.lastIndexOf('<think>', end) >= 0) {
    return { thoughts: [], answer: text.replace(answerMarks, '') }
  }
  const thought = text.slice(0, end).trim()
  return { thoughts: thought === '' ? [] : [thought], answer: text.slice(end + '</think>'.length).trimStart() }
}
