import { Dialog } from '../../components/dialog.tsx'
import { useWords } from '../../words/language.tsx'

/** What the keys do. */
export function KeyHelp({ open, close }: { readonly open: boolean; readonly close: () => void }) {
  const { words } = useWords()
  const texts = words.labels.keys
  const keys = [
    [['p'], texts.pass],
    [['f'], texts.fail],
    [['0', '…', '9'], texts.score],
    [['c'], texts.comment],
    [['s'], texts.skip],
    [['n', 'Enter'], texts.next],
    [['u'], texts.previous],
    [['?'], texts.help],
  ] as const
  return (
    <Dialog open={open} close={close} title={texts.title}>
      <dl className="shell-key-list">
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
