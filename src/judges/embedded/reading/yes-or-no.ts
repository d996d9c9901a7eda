import { foldCharacters } from './plain-text.ts'

export function yesOrNo(text: string): 'yes' | 'no' | undefined {
  const start = foldCharacters(text.slice(0, 200)).trim().toLowerCase()
  if (/^(?:yes (?:or|and) no|no (?:or|and) yes)\b/.test(start)) return undefined
  if (/^(?:yes|yeah|yep|correct|true|はい|ええ|その通り|そのとおり|可能です|できます)(?:[^\p{L}]|$|です)/u.test(start))
    return 'yes'
  if (/^(?:no|nope|incorrect|false|いいえ|いえ|違います|不可能です|できません)(?:[^\p{L}]|$|です)/u.test(start))
    return 'no'
  return undefined
}
