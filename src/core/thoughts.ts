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
  const thoughts: string[] = []
  let rest = text
  for (;;) {
    const begun = rest.trimStart()
    const mark = marks.find(({ opens }) => begun.slice(0, opens.length).toLowerCase() === opens)
    if (mark === undefined) break
    const { thought, after } = closed(begun, mark)
    thoughts.push(thought)
    rest = after
  }
  if (thoughts.length === 0) return thoughtsWithoutBegin(text)
  return { thoughts: thoughts.filter((thought) => thought !== ''), answer: rest.replace(answerMarks, '').trimStart() }
}

function closed(text: string, { opens, closes }: Marks): { readonly thought: string; readonly after: string } {
  const lower = text.toLowerCase()
  // A thought may have one within it.
  let depth = 1
  let at = opens.length
  while (depth > 0) {
    const end = lower.indexOf(closes, at)
    if (end < 0) return { thought: text.slice(opens.length).trim(), after: '' }
    const begin = lower.indexOf(opens, at)
    const isInner = begin >= 0 && begin < end && lower.includes(closes, end + closes.length)
    depth += isInner ? 1 : -1
    at = isInner ? begin + opens.length : end + closes.length
  }
  return { thought: text.slice(opens.length, at - closes.length).trim(), after: text.slice(at) }
}

/** Templates that say the opening mark leave only the closing one to the model. */
function thoughtsWithoutBegin(text: string): SplitText {
  const end = text.toLowerCase().indexOf('</think>')
  // A value that has the mark in one of its texts was not begun by a thought.
  const isValue = /^\s*(?:[{["]|```)/.test(text)
  if (end < 0 || isValue || text.toLowerCase().lastIndexOf('<think>', end) >= 0) {
    return { thoughts: [], answer: text.replace(answerMarks, '') }
  }
  const thought = text.slice(0, end).trim()
  return { thoughts: thought === '' ? [] : [thought], answer: text.slice(end + '</think>'.length).trimStart() }
}
