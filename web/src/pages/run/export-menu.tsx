import { useSearchParams } from 'wouter'
import { isFiltered, parseTableView, printTableView } from '../../../../src/server/view/table-view.ts'
import { CommandLine } from '../../components/command-line.tsx'
import { ExportLinks, useCanExport } from '../../components/export-links.tsx'
import { Menu } from '../../components/menu.tsx'
import { fileAddress } from '../../source/call-api.ts'
import { useWords } from '../../words/language.tsx'

/** The run as a file: a report to send, or something for other programs. Nothing where the server writes none. */
export function ExportMenu({ runId }: { readonly runId: string }) {
  const { words } = useWords()
  const [search] = useSearchParams()
  if (!useCanExport()) return null
  const path = fileAddress('run', { runId })
  const view = parseTableView(search)
  const query = String(printTableView({ ...view, sort: '', thenBy: '', columns: undefined }))
  return (
    <Menu text={words.run.export}>
      <ul aria-label={words.run.export}>
        <ExportLinks path={path} formats={['html', 'json', 'junit', 'csv', 'markdown']} />
        {isFiltered(view) && (
          <>
            <li className="menu-head">{words.run.exportShown}</li>
            <ExportLinks path={path} formats={['html', 'json', 'csv']} query={{ view: query }} />
            <li>
              <CommandLine label={words.run.exportCommand} text={`shinsa export ${runId} --html --view '${query}'`} />
            </li>
          </>
        )}
      </ul>
    </Menu>
  )
}
