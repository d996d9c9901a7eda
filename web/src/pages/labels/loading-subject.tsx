import { Loading } from '../../components/loading.tsx'

/** Keeps the room of what is labelled, so that nothing below it moves when it comes. */
export function LoadingSubject() {
  return (
    <div className="labels-awaited">
      <Loading />
    </div>
  )
}
