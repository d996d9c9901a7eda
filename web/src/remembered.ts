/** One of a few words, kept in this browser from visit to visit. */
export function remembered<Word extends string>(name: string, words: readonly Word[]) {
  const { read, write } = rememberedText(name)
  return {
    read: (): Word | undefined => words.find((word) => word === read()),
    write: (word: Word): void => write(word),
  }
}

/** A number from 0 to 1, kept likewise. */
export function rememberedShare(name: string) {
  const { read, write } = rememberedText(name)
  return {
    read(): number | undefined {
      const kept = read()
      const share = Number(kept)
      return kept !== '' && share >= 0 && share <= 1 ? share : undefined
    },
    write: (share: number | undefined): void => write(share === undefined ? '' : String(share)),
  }
}

/** Words of the reader's own: kept in this browser from visit to visit, or in this tab only. */
export function rememberedText(name: string, where: Where = 'localStorage') {
  const key = `shinsa.${name}`
  return {
    read: (): string => storage(where)?.getItem(key) ?? '',
    write(text: string): void {
      try {
        if (text === '') storage(where)?.removeItem(key)
        else storage(where)?.setItem(key, text)
      } catch (error) {
        // No room is left: it goes on without being kept.
        if (!(error instanceof DOMException)) throw error
      }
    },
  }
}

type Where = 'localStorage' | 'sessionStorage'

// A browser may forbid it, above all to a file opened from the disk; then nothing is remembered.
function storage(where: Where): Storage | undefined {
  try {
    return window[where]
  } catch {
    return undefined
  }
}
