import './datasets.css'
import { useSearchParams } from 'wouter'
import { DatasetList } from './datasets/dataset-list.tsx'
import { DatasetView } from './datasets/dataset-view.tsx'

/** The datasets of the project: all of them, one as a table of its cases, and one case to be edited. */
export function Datasets() {
  const [search] = useSearchParams()
  const id = search.get('dataset')
  return id === null ? <DatasetList /> : <DatasetView key={id} id={id} />
}
