import type { Message } from '../../../../src/core/index.ts'
import type { RunDetail } from '../../../../src/server/api.ts'
import { evidenceSentence } from '../../../../src/reporters/result-counts.ts'
import { fill, useWords } from '../../words/language.tsx'

/** Why a run broke off, what is known of its exchanges, what the server noticed on the way, and where its result file lies. */
export function RunNotes({ detail: { run, trouble, warnings = [], resultFile } }: { readonly detail: RunDetail }) {
  const { words, say, language } = useWords()
  const list = (sentences: readonly Message[]) => sentences.map(say).join(language === 'ja' ? '、' : ', ')
  const evidence = run.summary === undefined ? '' : evidenceSentence(run.summary, { say, list })
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
      {evidence !== '' && <p className="soft small">{evidence}</p>}
      {resultFile !== undefined && <p className="foreign">{fill(words.run.resultFile, { file: resultFile })}</p>}
    </>
  )
}
