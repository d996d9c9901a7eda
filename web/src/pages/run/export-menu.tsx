import './export-menu.css'
import { useRef } from 'react'
import { files } from '../../../../src/server/api.ts'
import { callApi } from '../../source/call-api.ts'
import { useAnswer } from '../../source/use-answer.ts'
import { useWords } from '../../words/language.tsx'

const formats = ['html', 'json', 'junit', 'csv', 'markdown'] as const

/** The run as a file: a report to send, or something for other programs. Nothing where the server writes none. */
export function ExportMenu({ runId }: { readonly runId: string }) {
  const { words, language } = useWords()
  const about = useAnswer('about', (signal) => callApi('about', { signal }))
  const menu = useRef<HTMLDetailsElement>(null)
  if (about.status !== 'ready' || !about.value.abilities.includes('export')) return null
  const path = files.run.path.replace(':runId', encodeURIComponent(runId))

  function close(): void {
    if (menu.current !== null) menu.current.open = false
  }

  return (
    <details
      ref={menu}
      className="export-menu"
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || close()}
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return
        close()
        menu.current?.querySelector('summary')?.focus()
      }}
    >
      <summary className="button">
        {words.run.export} <span aria-hidden="true">▾</span>
      </summary>
      <ul className="export-menu-formats">
        {formats.map((format) => (
          <li key={format}>
            <a href={`${path}?${new URLSearchParams({ format, language })}`} download onClick={close}>
              {words.run.exportAs[format]}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
