import { useWords } from '../words/language.tsx'
import { aboutServer } from '../source/about-server.ts'
import { useAnswer } from '../source/use-answer.ts'

type ExportFormat = 'html' | 'json' | 'junit' | 'csv' | 'markdown'
type ExportLinksProps = {
  readonly path: string
  readonly formats: readonly ExportFormat[]
  readonly query?: Readonly<Record<string, string>>
}

/** Something as a file, in each of a few formats. */
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

/** Whether the server writes files at all. */
export function useCanExport(): boolean {
  const about = useAnswer('about', aboutServer)
  return about.status === 'ready' && about.value.capabilities.includes('export')
}
