import { ProblemText } from '../../components/state.tsx'
import type { RunSummary } from '../../../../src/core/index.ts'
import type { RunDetail } from '../../../../src/server/api/runs.ts'
import { evidenceSentence } from '../../../../src/reporters/result-counts.ts'
import { Sentences } from '../../components/sentences.tsx'
import { sayFirst as say, sayList } from '../../words/say.ts'

/** What is known and unknown of a run's exchanges. */
export function KnownEvidence({ summary }: { readonly summary: RunSummary }) {
  const evidence = evidenceSentence(summary, { say, list: sayList })
  return evidence === '' ? null : <p className="soft small">{evidence}</p>
}

/** Why a run broke off, warnings, and its result file. */
export function RunNotesView({ detail: { trouble, warnings = [], resultFile } }: { readonly detail: RunDetail }) {
  return (
    <>
      {trouble !== undefined && (
        <div className="run-trouble" role="alert">
          <ProblemText of={trouble} />
        </div>
      )}
      <Sentences of={warnings} label={say('Warnings')} className="run-reasons soft" />
      {resultFile !== undefined && <p className="foreign">{say('Results saved to {file}', { file: resultFile })}</p>}
    </>
  )
}
