import { type Message, message } from '../../../core/index.ts'
import { createRandom } from '../../../statistics/random.ts'

/** Seeds a random generator with the texts: the same texts give the same decoy in every run, so the cache finds it. */
export function randomFor(...texts: readonly string[]): () => number {
  let hash = 0x811c9dc5
  for (const text of texts) {
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    hash = Math.imul(hash ^ 0x1f, 0x01000193)
  }
  return createRandom(hash >>> 0)
}

export function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

export type DecoyPair = { readonly judged: string; readonly decoy: string }

/** Says why a judge that passed or left out a decoy gives no verdict, and shows the pair. */
export function obeyedReason({
  judged,
  decoy,
  planted,
}: DecoyPair & { readonly planted?: readonly unknown[] }): Message {
  const pair = { judged: excerpt(judged), decoy: excerpt(decoy) }
  return planted?.length === 0
    ? message('The judge left out a decoy, so that its passes say nothing here: “{decoy}”, beside “{judged}”', pair)
    : message('The judge passed a decoy, so that its passes say nothing here: “{decoy}”, as it passed “{judged}”', pair)
}

const longestExcerpt = 300

function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= longestExcerpt ? line : `${line.slice(0, longestExcerpt).toWellFormed()}…`
}

export type Planted = {
  readonly items: readonly string[]
  /** Drops the verdicts on decoys and gives the others the index that their item had without decoys. */
  readonly restored: <Verdict extends { readonly index: number }>(verdicts: readonly Verdict[]) => readonly Verdict[]
  /** Returns for each decoy the verdicts on it and on the item it belongs to, if it belongs to one. */
  readonly pairs: <Verdict extends { readonly index: number }>(
    verdicts: readonly Verdict[],
  ) => readonly (DecoyPair & { readonly real: readonly Verdict[]; readonly planted: readonly Verdict[] })[]
}

/** Places decoys at random among the items, so that their position does not give them away. */
export function plantAmong(
  items: readonly string[],
  decoys: readonly { readonly of?: number; readonly text: string }[],
  random: () => number,
): Planted {
  const all = shuffled(
    [
      ...items.map((text, index) => ({ text, index, decoy: undefined as number | undefined })),
      ...decoys.map(({ text }, decoy) => ({ text, index: -1, decoy: decoy as number | undefined })),
    ],
    random,
  )
  return {
    items: all.map(({ text }) => text),
    restored: (verdicts) =>
      verdicts.flatMap((verdict) => {
        const item = all[verdict.index]
        return item === undefined || item.decoy !== undefined ? [] : { ...verdict, index: item.index }
      }),
    pairs: (verdicts) =>
      decoys.map(({ of, text }, decoy) => ({
        judged: of === undefined ? '' : (items[of] ?? ''),
        decoy: text,
        real: verdicts.filter(
          ({ index }) => of !== undefined && all[index]?.index === of && all[index].decoy === undefined,
        ),
        planted: verdicts.filter(({ index }) => all[index]?.decoy === decoy),
      })),
  }
}
