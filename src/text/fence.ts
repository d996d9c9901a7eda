import type { EvidencePiece } from '../core/index.ts'
import { reveal } from './reveal.ts'

/**
 * Evidence between lines that carry the mark, which its authors cannot know: it is made anew for every question. Every
 * line of it stands behind a bar, so that none can be taken for a fence; the mark, look-alikes of a fence and the control
 * words of chat templates are broken up inside it; invisible characters are written out.
 */
export function fence(evidence: readonly EvidencePiece[], mark: string): string {
  const count = evidence.length
  return evidence
    .map(({ label, text }, index) =>
      [
        `<<<${mark} begin ${index + 1} of ${count}: ${neutralLabel(label, mark)}>>>`,
        ...neutral(text, mark)
          .split('\n')
          .map((line) => `| ${line}`),
        `<<<${mark} end ${index + 1} of ${count}>>>`,
      ].join('\n'),
    )
    .join('\n\n')
}

/** 64 random bits in hexadecimal. `random` gives numbers in [0, 1) that nobody can foretell. */
export function makeMark(random: () => number): string {
  return Array.from({ length: 4 }, () =>
    Math.floor(random() * 0x10000)
      .toString(16)
      .padStart(4, '0'),
  ).join('')
}

function neutral(text: string, mark: string): string {
  return withoutControlWords(withoutFences(reveal(withoutMark(text, mark))))
}

// Labels are ours, but what a metric puts into one (the name of a tool, of a file) may not be.
function neutralLabel(label: string, mark: string): string {
  return neutral(label, mark)
    .replaceAll(/[<>\s]+/g, ' ')
    .trim()
    .slice(0, 120)
}

function withoutMark(text: string, mark: string): string {
  const wanted = lettersIn(mark)
  // Nobody can guess the mark, so hardly any text has it; where each letter stands is looked up in one that has.
  if (!lettersIn(text).includes(wanted)) return text
  const { letters, starts, ends } = skeletonOf(text)
  let clean = ''
  let done = 0
  for (const { index: at } of letters.matchAll(new RegExp(wanted, 'g'))) {
    clean += `${text.slice(done, starts[at])}[mark]`
    done = ends[at + wanted.length - 1] ?? text.length
  }
  return clean + text.slice(done)
}

function lettersIn(text: string): string {
  let letters = ''
  for (const character of text) letters += readAs(character)
  return letters
}

type Skeleton = { readonly letters: string; readonly starts: readonly number[]; readonly ends: readonly number[] }

/** Only letters and digits, as an eye would read them, and where in the text each stands. */
function skeletonOf(text: string): Skeleton {
  const letters: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  let start = 0
  for (const character of text) {
    const end = start + character.length
    for (const letter of readAs(character)) {
      letters.push(letter)
      starts.push(start)
      ends.push(end)
    }
    start = end
  }
  return { letters: letters.join(''), starts, ends }
}

// Evidence is long, and nearly all of it is made of the same hundred characters.
const read = new Map<string, string>()
const mostRemembered = 10_000

function readAs(character: string): string {
  const known = read.get(character)
  if (known !== undefined) return known
  const letters = lettersOf(character)
  if (read.size < mostRemembered) read.set(character, letters)
  return letters
}

function lettersOf(character: string): string {
  const plain = character < '\x80' ? character : character.normalize('NFKD')
  return plain
    .toLowerCase()
    .replaceAll(/./gsu, (letter) => lookAlikes.get(letter) ?? letter)
    .replaceAll(/[^a-z0-9]/g, '')
}

// Look-alikes of hexadecimal digits in Latin, Greek and Cyrillic; o and l because they stand for 0 and 1.
const lookAlikes = new Map(
  Object.entries({
    a: 'аαɑ',
    b: 'ьвƅ',
    c: 'сϲς',
    d: 'ԁɗ',
    e: 'еєҽε',
    f: 'ƒſϝ',
    0: 'oоοօ',
    1: 'lіιıӏ|',
    3: 'зз',
    6: 'б',
    8: 'ȣ',
  }).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
)

// Two in a row are common in code; three are how our fences look, and how those of others do.
const fenceLike = /[<>＜＞‹›«»《》〈〉⟨⟩⟪⟫≪≫⋘⋙˂˃﹤﹥❮❯❰❱⦑⦒ᐸᐳ]{3,}|[«»《》⟪⟫≪≫]{2,}|[⋘⋙]/gu

function withoutFences(text: string): string {
  return text.replaceAll(fenceLike, (run) => (run.length === 1 ? '< < <' : [...run].join(' ')))
}

// Local servers may turn these into the control tokens of the model's chat template.
const controlWord =
  /<(?=[|｜])|(?<=[|｜])>|<(?=\/?(?:start_of_turn|end_of_turn|bos|eos|s|unk|pad|think|system|assistant|user)>)|\[(?=\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_RESULTS|TOOL_CALLS)\])|<<(?=\/?SYS>>)/gi

function withoutControlWords(text: string): string {
  return text.replaceAll(controlWord, (bracket) => (bracket === '>' ? ' >' : `${bracket} `))
}
