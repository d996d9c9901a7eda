import './state.css'
import { useWords } from '../words/language.tsx'

export function Loading() {
  const { words } = useWords()
  return <output className="loading">{words.app.loading}</output>
}
