import { createContext, type ReactNode } from 'react'

/** What stands in place of words in Markdown, such as marks that lead somewhere on the page; the words themselves unless told. */
export const InText = createContext<(text: string) => ReactNode>((text) => text)
