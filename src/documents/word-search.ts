import { segmentWords, stem } from '../text/index.ts'

/**
 * An inverted index, as flat data that is stored and read at once. A place is a field of a section; each section has three places, one
 * after another.
 */
export type WordIndex = {
  /** Number of different words of each place. */
  readonly lengths: readonly number[]
  readonly words: readonly string[]
  /** For each word in turn, ascending places alternating with its frequency there. */
  readonly postings: Int32Array
  /** Where the postings of each word end. */
  readonly ends: Int32Array
}

type IndexedSection = { readonly file: string; readonly headings: readonly string[]; readonly text: string }

/** A section that matches a question. */
export type WordHit = {
  /** Index of the section. */
  readonly at: number
  /** BM25 score, from 0 without upper bound; comparable only within one search. */
  readonly score: number
  /** Mean score of the question's words, from 0 to 1; comparable between searches. */
  readonly relevance: number
}

/** Weights of file name, headings and text: a section is about its headings. */
const FIELDS = [1, 2, 1]

/** Indexes the words of all sections, which is the slow part of searching. */
export function indexWords(sections: Iterable<IndexedSection>): WordIndex {
  const lengths: number[] = []
  const postings = new Map<string, number[]>()
  const postingsOf = rememberingPostings(postings)
  for (const { file, headings, text } of sections) {
    for (const field of [file.replace(/(?:\.html)?\.\w+$/m, ''), headings.join('\n'), text]) {
      let different = 0
      for (const piece of piecesOf(field)) {
        for (const own of postingsOf(piece)) if (isFirstAt(lengths.length, own)) different += 1
      }
      lengths.push(different)
    }
  }
  let end = 0
  const ends = Int32Array.from(postings.values(), ({ length }) => (end += length))
  const flat = new Int32Array(end)
  for (const [at, own] of [...postings.values()].entries()) flat.set(own, ends[at - 1])
  return { lengths, words: [...postings.keys()], postings: flat, ends }
}

/** Counts a word at a place, the last one so far. Returns whether it is the first there. */
function isFirstAt(place: number, own: number[]): boolean {
  const last = own.length - 2
  if (own[last] !== place) return own.push(place, 1) > 0
  own[last + 1] = (own[last + 1] ?? 0) + 1
  return false
}

/** Returns the postings of a piece's words. Remembers them for short pieces, most of which occur often. */
function rememberingPostings(postings: Map<string, number[]>): (piece: string) => readonly number[][] {
  const remembered = new Map<string, readonly number[][]>()
  return (piece) => {
    const known = remembered.get(piece)
    if (known !== undefined) return known
    const own = termsIn(piece).map((word) => {
      const found = postings.get(word) ?? []
      // A copy, because a substring keeps the whole string in memory.
      if (found.length === 0) postings.set(word.length > 12 ? Buffer.from(word).toString() : word, found)
      return found
    })
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    if (piece.length <= LONGEST_REMEMBERED) remembered.set(piece, own)
    return own
  }
}

const [MOST_REMEMBERED, LONGEST_REMEMBERED] = [40_000, 12]

/**
 * Searches sections by words: BM25+ (Lv and Zhai, "Lower-bounding term frequency normalization", 2011) over file name, headings and
 * text, times the number of matching words. The best match comes first.
 */
export function wordSearch({ lengths, words, ends, postings }: WordIndex): (question: string) => readonly WordHit[] {
  const sections = lengths.length / FIELDS.length
  const order = new Map(words.map((word, at) => [word, at]))
  const averages = FIELDS.map((_, field) => {
    const own = lengths.filter((_length, place) => place % FIELDS.length === field)
    return own.reduce((sum, length) => sum + length, 0) / sections
  })
  return (question) => {
    const asked = Map.groupBy(piecesOf(question).flatMap(termsIn), (word) => word)
    const [scores, matches] = [new Float64Array(sections), new Float64Array(sections)]
    for (const [word, { length: times }] of asked) {
      const at = order.get(word) ?? -1
      const places = postings.subarray(ends[at - 1], ends[at] ?? 0)
      const weights = weightsOf(places, sections)
      let last = -1
      for (let next = 0; next < places.length; next += 2) {
        const [place = 0, count = 0] = [places[next], places[next + 1]]
        const field = place % FIELDS.length
        const section = (place - field) / FIELDS.length
        const length = (lengths[place] ?? 0) / (averages[field] ?? 1)
        const frequency = D + (count * (K + 1)) / (count + K * (1 - B + B * length))
        scores[section] = (scores[section] ?? 0) + times * (weights[field] ?? 0) * frequency
        if (section !== last) matches[section] = (matches[section] ?? 0) + 1
        last = section
      }
    }
    const hits = Array.from(scores.keys().filter((at) => scores[at] !== 0)).map((at) => {
      const score = (scores[at] ?? 0) * (matches[at] ?? 0)
      const each = score / Math.max(1, asked.size)
      return { at, score, relevance: each / (each + HALF) }
    })
    return hits.toSorted((one, other) => other.score - one.score)
  }
}

/** The defaults of MiniSearch. */
const [K, B, D] = [1.2, 0.7, 0.5]

/** The score at which a word's relevance is one half. */
const HALF = 10

/** The weight of a word in each field: rarer words weigh more. */
function weightsOf(places: Int32Array, sections: number): readonly number[] {
  const having = FIELDS.map(() => 0)
  for (let at = 0; at < places.length; at += 2) {
    const field = (places[at] ?? 0) % FIELDS.length
    having[field] = (having[field] ?? 0) + 1
  }
  return FIELDS.map((boost, field) => {
    const own = having[field] ?? 0
    return boost * Math.log(1 + (sections - own + 0.5) / (own + 0.5))
  })
}

/** Splits at blanks, which separate words in any language. */
function piecesOf(text: string): readonly string[] {
  return text.normalize('NFKC').split(/\s+/)
}

/**
 * Splits text into words by the dictionary of ICU: English stems, identifiers whole and in parts, and pairs of Japanese characters, since
 * Japanese can be split in several ways. Function words and words in hiragana are left out.
 */
function termsIn(plain: string): readonly string[] {
  const identifiers = (plain.match(/\w+(?:[.-]\w+)*/g) ?? []).filter((name) => /[._-]|[a-z][A-Z]/.test(name))
  const words = segmentWords(plain.replaceAll(PARTS, ' '), 'ja').filter(
    (word) => !LITTLE_WORDS.has(word) && !/^\p{Script=Hiragana}+$/u.test(word),
  )
  const pairs = (plain.match(/[\p{Script=Han}\p{Script=Katakana}ー]{2,}/gu) ?? []).flatMap((run) => {
    const characters = Array.from(run)
    return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
  })
  return [
    ...words.map((word) => (/^[a-z]{3,}$/.test(word) ? stem(word) : word)),
    ...identifiers.map((name) => name.toLowerCase()),
    ...pairs,
  ]
}

const PARTS = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_/g

/** Function words, and words of any question, in lower case. */
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
