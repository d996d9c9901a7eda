import { useState } from 'react'
import { rememberedText } from '../../remembered.ts'
import { useAllWords } from '../../words/language.tsx'

const kept = rememberedText('author')

/** Who labels, as they call themselves; remembered in this browser. An address that was sent to somebody names them. */
export function useAuthor(named: string | null = null): readonly [string, (author: string) => void] {
  const [author, setAuthor] = useState(() => named ?? kept.read())
  return [
    author,
    (name) => {
      kept.write(name)
      setAuthor(name)
    },
  ]
}

/** Takes a name when it is complete: with every letter somebody else would be labelling. */
export function AuthorField({ author, choose }: { readonly author: string; readonly choose: (name: string) => void }) {
  const { words } = useAllWords()
  const [typed, setTyped] = useState(author)
  const take = () => choose(typed.trim())
  return (
    <label className="row">
      {words.labels.author}
      <input
        value={typed}
        maxLength={200}
        placeholder={words.labels.nobody}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={take}
        onKeyDown={({ key }) => key === 'Enter' && take()}
      />
    </label>
  )
}
