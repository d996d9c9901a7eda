import { useAllWords } from '../../words/language.tsx'

/** Returns the displayed name of a format. */
export function useFormatName(): (format: string) => string {
  const { words } = useAllWords()
  const names: Readonly<Record<string, string>> = words.datasets.formats
  return (format) => names[format] ?? format
}
