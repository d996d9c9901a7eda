import './try.css'
import { useSearchParams } from 'wouter'
import { EmptyState } from '../components/empty-state.tsx'
import { ErrorState } from '../components/error-state.tsx'
import { Loading } from '../components/loading.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useChosen } from '../chosen.ts'
import { callApi } from '../source/call-api.ts'
import { useAnswer } from '../source/use-answer.ts'
import { useAllWords } from '../words/language.tsx'
import { useDataset } from './datasets/use-dataset.ts'
import { DatasetField } from './new-run/dataset-field.tsx'
import { CasesMenu } from './try/cases-menu.tsx'
import { TargetField } from './try/target-field.tsx'
import { TriedVariants } from './try/tried-variants.tsx'
import { VariantForm } from './try/variant-form.tsx'

const casesAtFirst = 5

/** Another prompt, or whatever an agent declares that can be varied, tried on a few cases beside what it is today. */
export function TryPage() {
  const { words } = useAllWords()
  const choices = useAnswer('choices', async (signal) => callApi('choices', { query: {}, signal }))
  const { search, change } = useChosen()
  if (choices.status === 'loading') return <Loading />
  if (choices.status === 'failed') return <ErrorState error={choices.error} retry={choices.reload} isPage />
  const datasets = choices.value.datasets.filter(({ recorded }) => recorded !== true)
  const dataset = search.get('dataset') ?? datasets.find(({ shipped }) => shipped !== true)?.id
  return (
    <>
      <PageHead title={words.titles.try} />
      <p className="soft">{words.try.about}</p>
      {dataset === undefined ? (
        <EmptyState title={words.newRun.empty} next={words.newRun.emptyNext} />
      ) : (
        <Trial
          key={dataset}
          dataset={dataset}
          field={<DatasetField datasets={datasets} chosen={dataset} choose={(id) => change('dataset', id)} />}
        />
      )}
    </>
  )
}

function Trial({ dataset, field }: { readonly dataset: string; readonly field: React.ReactNode }) {
  const { words } = useAllWords()
  const [search] = useSearchParams()
  const target = search.get('target') ?? undefined
  const opened = useDataset(dataset)
  const asked = { dataset, target }
  const vary = useAnswer(JSON.stringify(asked), async (signal) => callApi('vary', { query: asked, signal }))
  const all = opened.cases.map(({ evalCase }) => evalCase.id)
  const chosen = search.getAll('case')
  const caseIds = chosen.length > 0 ? chosen : all.slice(0, casesAtFirst)
  if (opened.error !== undefined) return <ErrorState error={opened.error} retry={opened.reload} />
  if (vary.status === 'failed') return <ErrorState error={vary.error} retry={vary.reload} />
  if (!opened.complete || vary.status === 'loading') return <Loading />
  const declared = vary.value.vary
  const trial = { ...asked, caseIds, all, name: opened.dataset?.name ?? dataset }
  return (
    <>
      <div className="row try-choices">
        {field}
        <TargetField dataset={dataset} chosen={target} />
        <CasesMenu cases={opened.cases} chosen={caseIds} />
      </div>
      {declared === undefined ? (
        <EmptyState title={words.try.fixed} next={words.try.fixedNext}>
          <pre className="foreign">{example}</pre>
        </EmptyState>
      ) : (
        <>
          <VariantForm key={JSON.stringify([asked, declared])} trial={trial} today={declared} />
          <TriedVariants trial={trial} />
        </>
      )}
    </>
  )
}

const example = `export const vary = { prompt: 'You are …' }
export const agentFor = ({ prompt }) => async (message) => …`
