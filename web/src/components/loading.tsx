import './state.css'
import { useAwaitedKeys } from '../keys-ahead.ts'
import { sayFirst as say } from '../words/say.ts'

/** `keys` are those that the loaded component will handle. */
export function Loading({ keys }: { readonly keys?: readonly string[] | undefined }) {
  useAwaitedKeys(true, keys)
  return <output className="loading">{say('Loading …')}</output>
}
