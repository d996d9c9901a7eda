import { CommandLine } from '../../components/command-line.tsx'
import { ExportLinks, useCanExport } from '../../components/export-links.tsx'
import { Menu } from '../../components/menu.tsx'
import { fileAddress } from '../../source/call-api.ts'
import { useAllWords } from '../../words/language.tsx'

/** The comparison as a file, and the line that says the same in a terminal. */
export function ExportComparison({ runIds }: { readonly runIds: readonly string[] }) {
  const { words } = useAllWords()
  if (!useCanExport()) return null
  const formats = ['html', 'json', 'csv', 'markdown'] as const
  return (
    <Menu text={words.run.export}>
      <ul aria-label={words.run.export}>
        <ExportLinks path={fileAddress('comparison', {})} formats={formats} query={{ runs: runIds.join(',') }} />
      </ul>
      <CommandLine label={words.compare.command} text={`shinsa compare ${runIds.join(' ')}`} />
    </Menu>
  )
}
