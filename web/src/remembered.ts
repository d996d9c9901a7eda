/** One of a few words, kept in this browser from visit to visit. */
export function remembered<Word extends string>(name: string, words: readonly Word[]) {
  const key = `shinsa.${name}`
  return {
    read(): Word | undefined {
      const kept = storage()?.getItem(key)
      return words.find((word) => word === kept)
    },
    write(word: Word): void {
      storage()?.setItem(key, word)
    },
  }
}

/** A number from 0 to 1, kept likewise. */
export function rememberedShare(name: string) {
  const key = `shinsa.${name}`
  return {
    read(): number | undefined {
      const kept = storage()?.getItem(key) ?? ''
      const share = Number(kept)
      return kept !== '' && share >= 0 && share <= 1 ? share : undefined
    },
    write(share: number | undefined): void {
      if (share === undefined) storage()?.removeItem(key)
      else storage()?.setItem(key, String(share))
    },
  }
}

// A browser may forbid it, above all to a file opened from the disk; then nothing is remembered.
function storage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
