import type { EvidencePiece } from '../core/index.ts'

/**
 * Puts evidence between fence lines with a mark that its authors cannot know, because every question gets a new one.
 * Each line of evidence is prefixed with a bar, so that it cannot pass for a fence; the mark, fence look-alikes and
 * control words of chat templates are broken up inside; invisible characters are written out.
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

/** Returns 64 random bits in hexadecimal. `random` must return unpredictable numbers in [0, 1). */
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

// A metric may put untrusted text into a label, such as the name of a tool or file.
function neutralLabel(label: string, mark: string): string {
  return neutral(label, mark)
    .replaceAll(/[<>\s]+/g, ' ')
    .trim()
    .slice(0, 120)
}

function withoutMark(text: string, mark: string): string {
  const wanted = lettersIn(mark)
  // Hardly any text contains the unguessable mark; the positions of letters are computed only for one that does.
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

// Caches characters, since long evidence consists mostly of the same hundred.
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

// Look-alikes of hexadecimal digits in Latin, Greek and Cyrillic; o and l look like 0 and 1.
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

// Two brackets in a row are common in code; three look like a fence of ours or of others.
const fenceLike = /[<>＜＞‹›«»《》〈〉⟨⟩⟪⟫≪≫⋘⋙˂˃﹤﹥❮❯❰❱⦑⦒ᐸᐳ]{3,}|[«»《》⟪⟫≪≫]{2,}|[⋘⋙]/gu

function withoutFences(text: string): string {
  return text.replaceAll(fenceLike, (run) => (run.length === 1 ? '< < <' : [...run].join(' ')))
}

// Local servers may convert these to control tokens of the model's chat template.
const controlWord =
  /<(?=[|｜])|(?<=[|｜])>|<(?=\/?(?:start_of_turn|end_of_turn|bos|eos|s|unk|pad|think|system|assistant|user)>)|\[(?=\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_RESULTS|TOOL_CALLS)\])|<<(?=\/?SYS>>)/gi

function withoutControlWords(text: string): string {
  return text.replaceAll(controlWord, (bracket) => (bracket === '>' ? ' >' : `${bracket} `))
}

/**
 * Makes invisible characters visible: control characters, bidi controls and zero-width characters appear as `\u{…}`.
 * Nothing is dropped, and every kind of line break becomes a newline.
 */
function reveal(text: string): string {
  if (/^[\x20-\x7e\n\t]*$/.test(text)) return text
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replaceAll(invisible, (character, offset: number, whole: string) =>
      isAtHome(character, offset, whole) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
    )
}

const invisible = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufff9-\ufffb]/gu

// Legitimate uses: emoji style, variants of kanji, joined emoji, and scripts that join letters.
// A lookbehind is needed, because Node.js 26 finds no emoji with /[…]$/u when a class is all that precedes the end.
const styled = /(?<=[\p{Extended_Pictographic}\d#*])$/u
const han = /\p{Script=Han}$/u
const joins = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{M}\ufe0f])$/u
const joined =
  /^[\p{Extended_Pictographic}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}]/u

function isAtHome(character: string, offset: number, text: string): boolean {
  if (character === '\n' || character === '\t') return true
  const before = text.slice(Math.max(0, offset - 2), offset)
  if (character === '\ufe0e' || character === '\ufe0f') return styled.test(before)
  if (/\p{Variation_Selector}/u.test(character)) return han.test(before)
  if (character !== '\u200c' && character !== '\u200d') return false
  return joins.test(before) && joined.test(text.slice(offset + 1, offset + 3))
}
