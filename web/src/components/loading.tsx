import './state.css'
import { useAwaitedKeys } from '../keys-ahead.ts'
import { useWords } from '../words/language.tsx'

/** `keys` are those that the loaded component will handle. */
export function Loading({ keys }: { readonly keys?: readonly string[] | undefined }) {
  const { say } = useWords()
  useAwaitedKeys(true, keys)
  return <output className="loading">{say('Loading …')}</output>
}
