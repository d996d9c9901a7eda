import { changedNumbers } from './changed-numbers.ts'
import { wordedSentence } from './filled-in.ts'

/**
 * Makes a rubric that the material cannot fulfil: the given property, and a number that the material lacks. The number
 * comes first, so that no condition of the property covers it.
 */
export function impossibleRubric(
  property: string,
  material: string,
  random: () => number,
): { readonly property: string; readonly absent: string } {
  const absent = absentNumber(material, random)
  const words = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u.test(property) ? wide : plain
  const written = wordedSentence(words, random, { absent, property: property.trim() })
  return { property: written.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()), absent }
}

const plain = {
  forms: [
    'It {verb} {thing}{join} {property}',
    '{Thing} is {seen} in it{join} {property}',
    'One finds {thing} {there}{join} {property}',
    'There is {thing} {there}{join} {property}',
    '{there}, it {verb} {thing}{join} {property}',
  ],
  words: {
    verb: 'names|mentions|quotes|gives|states|cites|writes out|spells out|contains|has',
    thing:
      'the number {absent}|the figure {absent}|{absent} as a value|a {absent}|the digits {absent}|the amount {absent}',
    Thing: 'The number {absent}|The figure {absent}|{absent}|A total of {absent}|The sum {absent}',
    seen: 'named|written|given|found|quoted|mentioned|stated|spelled out',
    there: 'there|in its text|in the wording|in so many words|somewhere in it|at one place',
    join: ', and:|; also:|. Besides:|, and this holds as well:|. What is more:|, while',
  },
}
const wide = {
  forms: [
    '{thing}{verb}{join}{property}',
    '{where}{there}{thing}{verb}{join}{property}',
    '{where}に{thing}{verb}{join}{property}',
  ],
  words: {
    thing: '「{absent}」|{absent}という数字|{absent}という値|数値{absent}|{absent}の記載|{absent}という金額',
    verb: 'が示され|が書かれ|が挙げられ|が明記され|が述べられ|が引用され|が含まれ|が記され',
    where: '本文|文中|内容|その文面|記述|文章',
    there: 'の中に|のどこかに|には|において|の一部に',
    join: 'ており、かつ|ていて、さらに|ている。そのうえで、|ている。加えて、|ており、しかも|ている。また、',
  },
}

function absentNumber(material: string, random: () => number): string {
  let number = String(1000 + Math.floor(random() * 9000))
  for (let tries = 0; tries < 50 && material.includes(number); tries += 1)
    number = changedNumbers(number, random) ?? number
  return number
}
