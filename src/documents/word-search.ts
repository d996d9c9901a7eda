import MiniSearch, { type AsPlainObject } from 'minisearch'
import { segmentWords, stem } from '../text/index.ts'

/** Words of sections as they are kept: plain values. */
export type WordIndex = AsPlainObject

type IndexedSection = { readonly file: string; readonly headings: readonly string[]; readonly text: string }

/** How a section has what was asked. */
export type WordHit = {
  /** Of the section, as it was given. */
  readonly at: number
  /** BM25, from 0 without an upper bound: the order of the hits, of no meaning beyond one search. */
  readonly score: number
  /** What the words of the question get on average, 0–1: it means the same in every search. */
  readonly relevance: number
}

const options = {
  fields: ['file', 'headings', 'text'],
  tokenize: termsOf,
  processTerm: (term: string) => term,
  // A section is about what it is headed by.
  searchOptions: { boost: { headings: 2 } },
}

/** The slow part of searching: what the words of all sections are. */
export function indexWords(sections: readonly IndexedSection[]): WordIndex {
  const words = new MiniSearch(options)
  words.addAll(
    sections.map(({ file, headings, text }, id) => ({
      id,
      file: file.replace(/(?:\.html)?\.\w+$/m, ''),
      headings: headings.join('\n'),
      text,
    })),
  )
  return words.toJSON()
}

/** Searches sections by their words: BM25 over file, headings and text. The best comes first. */
export function wordSearch(words: WordIndex): (question: string) => readonly WordHit[] {
  const index = MiniSearch.loadJS(words, options)
  return (question) => {
    const size = Math.max(1, new Set(termsOf(question)).size)
    return index.search(question).map(({ id, score }) => {
      const each = score / size
      return { at: Number(id), score, relevance: each / (each + HALF) }
    })
  }
}

/** What a word of a question gets in a section that is half about it. */
const HALF = 10

/**
 * Words as the dictionary divides them, stems of English ones, identifiers whole and in their parts, and pairs of characters of
 * Japanese, which is divided in several ways. Words of hiragana alone and other little words carry grammar.
 */
function termsOf(text: string): string[] {
  const plain = text.normalize('NFKC')
  const whole = Array.from(plain.matchAll(/\w+(?:[.-]\w+)*/g), ([written]) => written)
    .filter((written) => /[._-]|[a-z][A-Z]/.test(written))
    .map((identifier) => identifier.toLowerCase())
  const words = segmentWords(plain.replaceAll(PARTS, ' '), 'ja').filter(
    (word) => !isLittleWord(word) && !/^\p{Script=Hiragana}+$/u.test(word),
  )
  const pairs = Array.from(plain.matchAll(/[\p{Script=Han}\p{Script=Katakana}ー]{2,}/gu), ([run]) => {
    const characters = Array.from(run)
    return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
  })
  return [...words.map((word) => (/^[a-z]{3,}$/.test(word) ? stem(word) : word)), ...whole, ...pairs.flat()]
}

const PARTS = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_/g

/** Whether a word in lower case carries grammar, or is said in any question. */
function isLittleWord(word: string): boolean {
  return LITTLE_WORDS.has(word)
}

const LITTLE_WORDS: ReadonlySet<string> = new Set(
  [
    'a an the and or but if so as at by for from in into of on onto to with about than then there here this that these those',
    'it its he she they them his her their we us our you your i me my who whom whose which what when where why how',
    'is are was were be been being am do does did done have has had will would shall should can could may might must',
    'please tell show give explain describe many much long s t d ll re ve m',
    'want need like get gets got let just now right up something someone somebody anyone anything thing things',
    '誰 教え 下さい 知 時 場合 事 物 所 方 為 様 的 等 上 中 際',
  ].flatMap((words) => words.split(' ')),
)
