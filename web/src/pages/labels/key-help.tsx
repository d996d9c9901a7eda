import { Dialog } from '../../components/dialog.tsx'
import { KeyList } from '../../components/key-list.tsx'
import { useAllWords } from '../../words/language.tsx'

/** What the keys do. */
export function KeyHelp({ open, close }: { readonly open: boolean; readonly close: () => void }) {
  const { words } = useAllWords()
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
      <KeyList keys={keys} />
    </Dialog>
  )
}
