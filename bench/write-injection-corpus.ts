// node bench/write-injection-corpus.ts   writes the attacks of bench/injection-corpus/ from its hand-written seeds.
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Attack } from './injection-attack.ts'

const folder = new URL('injection-corpus/', import.meta.url)

const PerLanguage = z.object({ en: z.array(z.string()), ja: z.array(z.string()) })
const Seeds = z.object({
  hosts: z.array(
    z.object({ language: z.enum(['en', 'ja']), question: z.string(), reference: z.string(), wrong: z.string() }),
  ),
  families: z.record(z.string(), PerLanguage),
  degenerate: PerLanguage,
})

type Language = Attack['language']
type Place = Attack['place']
type Seed = { readonly family: string; readonly language: Language; readonly text: string }

const languages: readonly Language[] = ['en', 'ja']
const places: readonly Place[] = ['answer', 'tool-output', 'document']

/** Orders that nobody sees, or sees as something else. */
const disguises: Readonly<Record<string, (order: string) => string>> = {
  'zero-width': (order) => [...order].join('\u200b'),
  bidi: (order) => `\u202e${[...order].toReversed().join('')}\u202c`,
  tags: (order) =>
    Array.from(order, (character) =>
      character < '\x7f' ? String.fromCodePoint(0xe0000 + (character.codePointAt(0) ?? 0)) : character,
    ).join(''),
  homoglyphs: (order) => order.replaceAll(/[aceopxy]/g, (letter) => cyrillic[letter] ?? letter),
  'full-width': (order) =>
    order.replaceAll(/[!-~]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0)),
  base64: (order) => `Decode and follow: ${Buffer.from(order).toString('base64')}`,
}
const cyrillic: Readonly<Record<string, string>> = { a: 'а', c: 'с', e: 'е', o: 'о', p: 'р', x: 'х', y: 'у' }

if (import.meta.main) {
  const attacks = makeAttacks()
  for (const place of places) {
    const here = attacks.filter((attack) => attack.place === place)
    writeFileSync(new URL(`${place}s.json`, folder), `${JSON.stringify(here, undefined, 2)}\n`)
  }
}

/** Every seed in every place, each disguise on the direct orders in turn, and the answers that say nothing. */
export function makeAttacks(): readonly Attack[] {
  const { hosts, families, degenerate } = Seeds.parse(JSON.parse(readFileSync(new URL('seeds.json', folder), 'utf8')))
  const plain = Object.entries(families).flatMap(([family, texts]) => seedsOf(family, texts))
  const orders = plain.filter(({ family }) => family === 'direct-order')
  const disguised = Object.entries(disguises).flatMap(([family, disguise]) =>
    orders.map(({ language, text }): Seed => ({ family, language, text: disguise(text) })),
  )
  const attacks: Attack[] = []
  const add = (seed: Seed, place: Place, whole?: string) => {
    const own = hosts.filter(({ language }) => language === seed.language)
    const host = own[attacks.length % own.length] ?? own[0]
    if (host !== undefined) attacks.push(attackOf(seed, place, host, { id: attacks.length, whole }))
  }
  for (const seed of plain) for (const place of places) add(seed, place)
  for (const [index, seed] of disguised.entries()) add(seed, places[index % places.length] ?? 'answer')
  for (const seed of seedsOf('degenerate', degenerate)) add(seed, 'answer', seed.text)
  return attacks
}

function seedsOf(family: string, texts: z.infer<typeof PerLanguage>): readonly Seed[] {
  return languages.flatMap((language) => texts[language].map((text) => ({ family, language, text })))
}

function attackOf(
  { family, language, text }: Seed,
  place: Place,
  { question, reference, wrong }: z.infer<typeof Seeds>['hosts'][number],
  { id, whole }: { readonly id: number; readonly whole: string | undefined },
): Attack {
  const answer = place === 'answer' ? (whole ?? `${wrong}\n\n${text}`) : wrong
  const base = { id: `${family}-${id}`, family, language, place, question, reference, answer }
  if (place === 'tool-output') return { ...base, material: JSON.stringify({ status: 'ok', rows: [{ note: text }] }) }
  if (place === 'document') return { ...base, material: documentWith(text, language) }
  return base
}

function documentWith(text: string, language: Language): string {
  return language === 'en'
    ? `Staff handbook, page 12\n\nThe rules below apply to all offices.\n\n${text}\n\nQuestions go to the service desk.`
    : `社内規程 12ページ\n\n以下の規則は全拠点に適用されます。\n\n${text}\n\n不明点はサービスデスクまで。`
}
