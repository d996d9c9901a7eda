type Marks = { readonly opens: string; readonly closes: string }

/**
 * How models mark what they think where a server hands it over within the answer: Qwen, DeepSeek, Magistral, Kimi, Seed,
 * gpt-oss. A template may have said the opening mark already, so that only the closing one is there.
 */
const tags = [
  'think',
  'thinking',
  'thought',
  'thoughts',
  'reasoning',
  'reflection',
  'seed:think',
  'analysis',
  'scratchpad',
]
const marks: readonly Marks[] = [
  ...tags.map((tag) => ({ opens: `<${tag}>`, closes: `</${tag}>` })),
  { opens: '[think]', closes: '[/think]' },
  { opens: '◁think▷', closes: '◁/think▷' },
  { opens: '<|begin_of_thought|>', closes: '<|end_of_thought|>' },
  { opens: '<|channel|>analysis<|message|>', closes: '<|end|>' },
]

const answerMarks = /^\s*(?:<\|start\|>assistant)?<\|channel\|>final<\|message\|>|<\|return\|>\s*$/gi

/** What a text has of thoughts, and what remains of it as the answer. */
export type SplitText = { readonly thoughts: readonly string[]; readonly answer: string }

/**
 * Takes the thoughts off the beginning of what a model said. What is not closed was cut while the model thought: then
 * there is no answer. Marks further on in the text belong to the answer.
 *
 * @example splitThoughts('<think>France.</think>\nParis') // { thoughts: ['France.'], answer: 'Paris' }
 */
export function splitThoughts(text: string): SplitText {
  // All marks begin with one of these, and most texts have none.
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

/** As long as the text, which `toLowerCase` is not for every letter. */
function lowerCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

type ThoughtPlace = { readonly begin: number; readonly lastEnd: number }

/** Where the mark stands that closes a thought, or where the text ends. A thought may have one within it. */
function endOfThought(lower: string, { opens, closes }: Marks, { begin, lastEnd }: ThoughtPlace): number {
  let depth = 1
  let inner = lower.indexOf(opens, begin)
  let end = lower.indexOf(closes, begin)
  while (end >= 0) {
    // One that no further end could close is text.
    const isInner = inner >= 0 && inner < end && end < lastEnd
    depth += isInner ? 1 : -1
    if (depth === 0) return end
    if (isInner) inner = lower.indexOf(opens, inner + opens.length)
    else end = lower.indexOf(closes, end + closes.length)
  }
  return lower.length
}

/** Templates that say the opening mark leave only the closing one to the model. */
function thoughtsWithoutBegin(text: string, lower: string): SplitText {
  const end = lower.indexOf('</think>')
  // A value that has the mark in one of its texts was not begun by a thought.
  const isValue = /^\s*(?:[{["]|```)/.test(text)
  if (end < 0 || isValue || lower.lastIndexOf('<think>', end) >= 0) {
    return { thoughts: [], answer: text.replace(answerMarks, '') }
  }
  const thought = text.slice(0, end).trim()
  return { thoughts: thought === '' ? [] : [thought], answer: text.slice(end + '</think>'.length).trimStart() }
}
