import './datasets.css'
import { useSearchParams } from 'wouter'
import { DatasetList } from './datasets/dataset-list.tsx'
import { DatasetView } from './datasets/dataset-view.tsx'

/** The project's datasets, one dataset's cases, or one case in the editor. */
export function Datasets() {
  const [search] = useSearchParams()
  const id = search.get('dataset')
  return id === null ? <DatasetList /> : <DatasetView key={id} id={id} />
}
