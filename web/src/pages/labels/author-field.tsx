import { useState } from 'react'
import { onEnter } from '../../components/form/on-enter.ts'
import { rememberedText } from '../../remembered.ts'
import { usePerson } from '../../source/use-person.ts'
import { say } from '../../words/say.ts'

const kept = rememberedText('author')

/** The labeller: named by a proxy's login, else by the address, else by themselves and remembered in this browser. */
export function useAuthor(named: string | null = null): readonly [string, (author: string) => void] {
  const [author, setAuthor] = useState(() => named ?? kept.read())
  const person = usePerson()
  return [
    person ?? author,
    (name) => {
      kept.write(name)
      setAuthor(name)
    },
  ]
}

/** Takes the name when it is complete, since every letter typed would be another labeller. */
export function AuthorField({ author, choose }: { readonly author: string; readonly choose: (name: string) => void }) {
  const person = usePerson()
  const [typed, setTyped] = useState(author)
  if (person !== undefined) {
    return (
      <span>
        {say('Your name')}: <b className="foreign">{person}</b>
      </span>
    )
  }
  const take = () => choose(typed.trim())
  return (
    <label className="row">
      {say('Your name')}
      <input
        value={typed}
        maxLength={200}
        placeholder={say('No name')}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={take}
        onKeyDown={onEnter(take)}
      />
    </label>
  )
}
