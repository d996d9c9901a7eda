import { useState } from 'react'
import { useToast } from '../../components/toast.tsx'
import { fill, useAllWords } from '../../words/language.tsx'
import { Button } from '../../components/button.tsx'

type RemoveCaseProps = {
  readonly id: string
  readonly remove: () => Promise<void>
  readonly fail: (error: unknown) => void
}

/** Takes a case out of its file, once more asked. */
export function RemoveCase({ id, remove, fail }: RemoveCaseProps) {
  const { words } = useAllWords()
  const tell = useToast()
  const [asking, setAsking] = useState(false)

  async function removeNow(): Promise<void> {
    try {
      await remove()
      tell(fill(words.datasets.editor.removed, { id }))
    } catch (error) {
      setAsking(false)
      fail(error)
    }
  }

  if (!asking) {
    return (
      <Button className="button datasets-remove" onClick={() => setAsking(true)}>
        {words.datasets.editor.remove}
      </Button>
    )
  }
  return (
    <div className="datasets-leave row" role="alert">
      <span className="foreign">{fill(words.datasets.editor.removeSure, { id })}</span>
      <Button onClick={() => void removeNow()}>{words.datasets.editor.removeYes}</Button>
      <Button kind="main" onClick={() => setAsking(false)}>
        {words.app.cancel}
      </Button>
    </div>
  )
}
