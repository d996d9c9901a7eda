import './server-gone.css'
import { useServerGone } from '../source/server-status.ts'
import { useFormats } from '../words/formats.ts'
import { fill, useWords } from '../words/language.tsx'

/** Says that the server does not answer, and since when, until it is found again. */
export function ServerGone() {
  const { words } = useWords()
  const { time } = useFormats()
  const since = useServerGone()
  return (
    <div role="status" className="server-gone" data-gone={since !== undefined}>
      {since !== undefined && (
        <p>
          <span aria-hidden="true">⚠ </span>
          <b>{fill(words.app.serverGone, { time: time(since) })}</b> {words.app.serverGoneNext}
        </p>
      )}
    </div>
  )
}
