import '../run/export-menu.css'
import { useId } from 'react'
import { CommandLine } from '../../components/command-line.tsx'
import { aboutServer } from '../../source/about-server.ts'
import { fileAddress } from '../../source/call-api.ts'
import { useAnswer } from '../../source/use-answer.ts'
import { useAllWords } from '../../words/language.tsx'

const formats = ['html', 'json', 'csv', 'markdown'] as const

/** The comparison as a file, and the line that says the same in a terminal. */
export function ExportComparison({ runIds }: { readonly runIds: readonly string[] }) {
  const { words, language } = useAllWords()
  const about = useAnswer('about', aboutServer)
  const id = useId()
  if (about.status !== 'ready' || !about.value.capabilities.includes('export')) return null
  const path = fileAddress('comparison', {})
  return (
    <>
      <button type="button" className="button" popoverTarget={id}>
        {words.run.export} <span aria-hidden="true">▾</span>
      </button>
      <div id={id} popover="auto" className="export-menu">
        <ul aria-label={words.run.export}>
          {formats.map((format) => (
            <li key={format}>
              <a href={`${path}?${new URLSearchParams({ runs: runIds.join(','), format, language })}`} download>
                {words.run.exportAs[format]}
              </a>
            </li>
          ))}
        </ul>
        <CommandLine label={words.compare.command} text={`shinsa compare ${runIds.join(' ')}`} />
      </div>
    </>
  )
}
