/** One of a few words, stored in this browser. */
export function remembered<Word extends string>(name: string, words: readonly Word[]) {
  const { read, write } = rememberedText(name)
  return {
    read: (): Word | undefined => words.find((word) => word === read()),
    write: (word: Word): void => write(word),
  }
}

/** A text of the reader, stored in this browser, or in this tab only. */
export function rememberedText(name: string, where: Where = 'localStorage') {
  const key = `shinsa.${name}`
  return {
    read: (): string => storage(where)?.getItem(key) ?? '',
    write(text: string): void {
      try {
        if (text === '') storage(where)?.removeItem(key)
        else storage(where)?.setItem(key, text)
      } catch (error) {
        // The storage is full: the conversation goes on unsaved.
        if (!(error instanceof DOMException)) throw error
      }
    },
  }
}

type Where = 'localStorage' | 'sessionStorage'

// Browsers may forbid storage, above all for files; then nothing is stored.
function storage(where: Where): Storage | undefined {
  try {
    return window[where]
  } catch {
    return undefined
  }
}
