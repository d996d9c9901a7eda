import { Dialog } from '../../components/dialog.tsx'
import { KeyList } from '../../components/key-list.tsx'
import { useAllWords } from '../../words/language.tsx'

type KeyHelpProps = { readonly pairs: boolean; readonly open: boolean; readonly close: () => void }

/** What the keys do. */
export function KeyHelp({ pairs, open, close }: KeyHelpProps) {
  const { words } = useAllWords()
  const texts = words.labels.keys
  const answers = pairs
    ? ([
        [['1'], words.labels.pairs.one],
        [['2'], words.labels.pairs.two],
        [['t'], words.labels.pairs.tie],
      ] as const)
    : ([
        [['p'], texts.pass],
        [['f'], texts.fail],
        [['0', '…', '9'], texts.score],
        [['c'], texts.comment],
      ] as const)
  const keys = [
    ...answers,
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
