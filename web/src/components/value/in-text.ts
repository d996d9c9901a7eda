import { createContext, type ReactNode } from 'react'

/** Replaces text in rendered Markdown, for example by links to marks; by default it stays as it is. */
export const InText = createContext<(text: string) => ReactNode>((text) => text)
