import { Loading } from '../../components/loading.tsx'

const resultKeys = ['p', 'f', 'c']

/** Reserves the space of a loading result, so that nothing below it moves, and its keys. */
export function LoadingSubject() {
  return (
    <div className="labels-awaited">
      <Loading keys={resultKeys} />
    </div>
  )
}
