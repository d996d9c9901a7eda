import { useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from '../../components/dialog.tsx'
import { Trouble } from '../../components/error-state.tsx'
import { useToast } from '../../components/toast.tsx'
import { fill, useAllWords } from '../../words/language.tsx'
import { addressOf } from './addresses.ts'
import { createDataset } from './create-dataset.ts'

export function NewDataset() {
  const { words } = useAllWords()
  const [, go] = useLocation()
  const tell = useToast()
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [trouble, setTrouble] = useState<{ readonly error: unknown }>()

  async function create(event: FormEvent): Promise<void> {
    event.preventDefault()
    try {
      const made = await createDataset(name)
      tell(fill(words.datasets.created, { name: made.name }))
      go(addressOf(made.id))
    } catch (error) {
      setTrouble({ error })
    }
  }

  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {words.datasets.create}
      </button>
      <Dialog open={open} close={() => setOpen(false)} title={words.datasets.create}>
        <form className="stack" onSubmit={(event) => void create(event)}>
          <label className="datasets-field">
            <span>{words.datasets.createName}</span>
            <input required maxLength={80} value={name} onChange={({ target }) => setName(target.value)} />
          </label>
          {trouble !== undefined && <Trouble error={trouble.error} />}
          <div className="row">
            <button type="submit" className="button" data-kind="main" disabled={name.trim() === ''}>
              {words.datasets.createButton}
            </button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
