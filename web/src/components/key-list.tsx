import './key-list.css'
import { Dialog } from './dialog.tsx'
import { sayFirst as say } from '../words/say.ts'

type KeyListProps = {
  readonly open: boolean
  readonly close: () => void
  readonly keys: readonly (readonly [names: readonly string[], does: string])[]
}

export function KeyList({ open, close, keys }: KeyListProps) {
  return (
    <Dialog open={open} close={close} title={say('Keys')}>
      <dl className="key-list">
        {keys.map(([names, does]) => (
          <div key={does}>
            <dt className="row">
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
