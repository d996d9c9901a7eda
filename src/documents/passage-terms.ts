import { segmentWords, stem } from '../text/index.ts'

export type PassageTerm = { readonly term: string; readonly weight: number }

/**
 * What a text is about, in English and Japanese: stems of Latin words, numbers, words as the Japanese dictionary has
 * them. Words of hiragana alone and other little words carry grammar and are left out. Names in katakana are seldom in
 * the dictionary, which cuts them differently every time, so they are taken in pairs of characters, half as heavy.
 */
export function passageTerms(text: string): readonly PassageTerm[] {
  const plain = text.normalize('NFKC')
  const terms = Array.from(plain.matchAll(LETTER), ([term]): PassageTerm => ({ term, weight: 1 }))
  for (const run of plain.toLowerCase().split(KATAKANA)) {
    if (KATAKANA_RUN.test(run)) terms.push(...pairsOf(run))
    else
      for (const word of segmentWords(run, 'ja')) if (isMeaningful(word)) terms.push({ term: termOf(word), weight: 1 })
  }
  return terms
}

/** A capital that stands alone inside of a sentence names something: building A, 建物A. In capitals, as no word is. */
const LETTER = /(?<=[\p{L}\p{N}]\s|\p{Script=Han})[A-HJ-Z](?![A-Za-z0-9'’])/gu

const KATAKANA = /([\p{Script=Katakana}ー]{2,})/u
const KATAKANA_RUN = /^[\p{Script=Katakana}ー]+$/u

// The long mark at the end comes and goes: サーバ, サーバー.
function pairsOf(run: string): readonly PassageTerm[] {
  const name = run.replace(/ー$/, '')
  if (name.length < 3) return [{ term: name, weight: 1 }]
  return Array.from({ length: name.length - 1 }, (_, index) => ({ term: name.slice(index, index + 2), weight: 0.5 }))
}

function isMeaningful(word: string): boolean {
  return !/^(?:\p{Script=Hiragana}+|何.*)$/u.test(word) && !isLittleWord(word)
}

/** Whether a word in lower case carries grammar, or is said in any question. */
export function isLittleWord(word: string): boolean {
  return LITTLE_WORDS.has(word)
}

function termOf(word: string): string {
  return /^[a-z]{4,}$/.test(word) ? stem(word) : word
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
