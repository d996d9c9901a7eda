import type { RunDetail } from '../../../../src/server/api.ts'
import { fill, useWords } from '../../words/language.tsx'

/** Why a run broke off, what the server noticed on the way, and where its result file lies. */
export function RunNotes({ detail: { trouble, warnings = [], resultFile } }: { readonly detail: RunDetail }) {
  const { words, say } = useWords()
  return (
    <>
      {trouble !== undefined && (
        <p className="foreign run-trouble" role="alert">
          {[trouble.sentence, ...(trouble.hint === undefined ? [] : [trouble.hint])].map(say).join('\n')}
        </p>
      )}
      {warnings.length > 0 && (
        <ul className="run-reasons" aria-label={words.run.warnings}>
          {warnings.map((warning) => (
            <li key={say(warning)} className="soft foreign">
              {say(warning)}
            </li>
          ))}
        </ul>
      )}
      {resultFile !== undefined && <p className="foreign">{fill(words.run.resultFile, { file: resultFile })}</p>}
    </>
  )
}
