import './new-run.css'
import type { Choices } from '../../../src/server/api/new-run.ts'
import { AnswerState, EmptyState } from '../components/state.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useApi } from '../source/use-answer.ts'
import { DatasetField } from './new-run/dataset-field.tsx'
import { RunForm } from './new-run/run-form.tsx'
import { useWish } from './new-run/wish.ts'
import { say } from '../words/say.ts'

/** Configures, estimates and starts a run. All choices are kept in the address. */
export function NewRun() {
  const choices = useApi('choices', { query: {} })
  return (
    <div className="stack">
      <PageHead title={say('New run')} />
      <AnswerState of={choices}>{(value) => <Choosing choices={value} />}</AnswerState>
    </div>
  )
}

function Choosing({ choices: { datasets, unreadable } }: { readonly choices: Choices }) {
  const { wish, change } = useWish()
  // Recorded datasets are not offered, unless the address names one.
  const offered = datasets.filter(({ id, recorded }) => recorded !== true || id === wish.dataset)
  const own = offered.filter(({ shipped }) => shipped !== true)
  // Datasets that the config names come first.
  const dataset = wish.dataset ?? own[0]?.id
  return (
    <>
      {offered.length > 0 && (
        <DatasetField datasets={offered} chosen={dataset} choose={(id) => change({ dataset: id })} />
      )}
      {dataset === undefined ? (
        <EmptyState
          title={own.length === 0 ? say('This project has no dataset yet') : say('Choose a dataset')}
          next={
            own.length === 0
              ? say('Put an eval set, a CSV or a JSONL file into the project, or choose one of the examples that ship.')
              : say('Its config says which agent is asked and what is measured; both can then be changed here.')
          }
          link={{ to: '/datasets', text: say('Datasets') }}
        />
      ) : (
        <RunForm key={dataset} dataset={dataset} />
      )}
      {unreadable.length > 0 && <Unreadable files={unreadable} />}
    </>
  )
}

function Unreadable({ files }: { readonly files: Choices['unreadable'] }) {
  return (
    <section className="card new-run-unreadable" aria-label={say('Files that are not used')}>
      <h2>{say('Files that are not used')}</h2>
      <ul className="stack">
        {files.map(({ name, problem: { sentence, hint } }) => (
          <li key={name} className="foreign">
            <strong>{name}</strong>
            {`\n${[sentence, ...(hint === undefined ? [] : [hint])].map(say).join('\n')}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
