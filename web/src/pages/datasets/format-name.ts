import { useAllWords } from '../../words/language.tsx'

/** What people call a format that the server names. */
export function useFormatName(): (format: string) => string {
  const { words } = useAllWords()
  const names: Readonly<Record<string, string>> = words.datasets.formats
  return (format) => names[format] ?? format
}
