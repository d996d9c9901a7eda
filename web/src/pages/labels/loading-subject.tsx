import { Loading } from '../../components/state.tsx'
import { digits } from './use-keys.ts'

const resultKeys = ['p', 'f', 'c', ...digits]

/** Reserves the space of a loading result, so that nothing below it moves, and its keys. */
export function LoadingSubject() {
  return (
    <div className="labels-awaited">
      <Loading keys={resultKeys} />
    </div>
  )
}
