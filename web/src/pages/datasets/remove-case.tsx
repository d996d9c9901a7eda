import { useState } from 'react'
import { useToast } from '../../components/toast.tsx'
import { fill, useAllWords } from '../../words/language.tsx'

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
      <button type="button" className="button datasets-remove" onClick={() => setAsking(true)}>
        {words.datasets.editor.remove}
      </button>
    )
  }
  return (
    <div className="datasets-leave row" role="alert">
      <span className="foreign">{fill(words.datasets.editor.removeSure, { id })}</span>
      <button type="button" className="button" onClick={() => void removeNow()}>
        {words.datasets.editor.removeYes}
      </button>
      <button type="button" className="button" data-kind="main" onClick={() => setAsking(false)}>
        {words.app.cancel}
      </button>
    </div>
  )
}
