import { Loading } from '../../components/loading.tsx'

const resultKeys = ['p', 'f', 'c']

/** Keeps the room of what is labelled, so that nothing below it moves when it comes; it will hear these keys. */
export function LoadingSubject() {
  return (
    <div className="labels-awaited">
      <Loading keys={resultKeys} />
    </div>
  )
}
