import { useWords } from '../words/language.tsx'
import { useAboutServer } from '../source/use-person.ts'

type ExportFormat = 'html' | 'json' | 'junit' | 'csv' | 'markdown'
type ExportLinksProps = {
  readonly path: string
  readonly formats: readonly ExportFormat[]
  readonly query?: Readonly<Record<string, string>>
}

/** Links to download something in several formats. */
export function ExportLinks({ path, formats, query = {} }: ExportLinksProps) {
  const { words, language } = useWords()
  return formats.map((format) => (
    <li key={format}>
      <a href={`${path}?${new URLSearchParams({ ...query, format, language })}`} download>
        {words.run.exportAs[format]}
      </a>
    </li>
  ))
}

/** Whether the server offers downloads. */
export function useCanExport(): boolean {
  return useAboutServer()?.capabilities.includes('export') === true
}
