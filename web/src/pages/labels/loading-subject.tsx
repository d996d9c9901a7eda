import { Loading } from '../../components/loading.tsx'

const resultKeys = ['p', 'f', 'c']
export const pairKeys = ['1', '2', 't']

/** Keeps the room of what is labelled, so that nothing below it moves when it comes; it will hear these keys. */
export function LoadingSubject({ keys = resultKeys }: { readonly keys?: readonly string[] }) {
  return (
    <div className="labels-awaited">
      <Loading keys={keys} />
    </div>
  )
}
