import './export-menu.css'
import { useId } from 'react'
import { useSearchParams } from 'wouter'
import { isFiltered, parseTableView, printTableView } from '../../../../src/server/view/table-view.ts'
import { CommandLine } from '../../components/command-line.tsx'
import { aboutServer } from '../../source/about-server.ts'
import { fileAddress } from '../../source/call-api.ts'
import { useAnswer } from '../../source/use-answer.ts'
import { useWords } from '../../words/language.tsx'

const formats = ['html', 'json', 'junit', 'csv', 'markdown'] as const
const viewFormats = ['html', 'json', 'csv'] as const

/** The run as a file: a report to send, or something for other programs. Nothing where the server writes none. */
export function ExportMenu({ runId }: { readonly runId: string }) {
  const { words, language } = useWords()
  const about = useAnswer('about', aboutServer)
  const id = useId()
  const [search] = useSearchParams()
  if (about.status !== 'ready' || !about.value.capabilities.includes('export')) return null
  const path = fileAddress('run', { runId })
  const view = parseTableView(search)
  const query = String(printTableView({ ...view, sort: '', thenBy: '', columns: undefined }))

  return (
    <>
      <button type="button" className="button" popoverTarget={id}>
        {words.run.export} <span aria-hidden="true">▾</span>
      </button>
      <ul id={id} popover="auto" className="export-menu" aria-label={words.run.export}>
        {formats.map((format) => (
          <li key={format}>
            <a href={`${path}?${new URLSearchParams({ format, language })}`} download>
              {words.run.exportAs[format]}
            </a>
          </li>
        ))}
        {isFiltered(view) && (
          <>
            <li className="export-menu-head">{words.run.exportShown}</li>
            {viewFormats.map((format) => (
              <li key={format}>
                <a href={`${path}?${new URLSearchParams({ format, language, view: query })}`} download>
                  {words.run.exportAs[format]}
                </a>
              </li>
            ))}
            <li>
              <CommandLine label={words.run.exportCommand} text={`shinsa export ${runId} --html --view '${query}'`} />
            </li>
          </>
        )}
      </ul>
    </>
  )
}
