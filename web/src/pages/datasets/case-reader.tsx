import type { EvalCase } from '../../../../src/core/eval-case.ts'
import { stringifyJson } from '../../../../src/core/basics/json.ts'
import { Dialog } from '../../components/dialog.tsx'
import { fill, useAllWords } from '../../words/language.tsx'

/** A case that nobody changes. */
export function CaseReader({ evalCase, close }: { readonly evalCase: EvalCase; readonly close: () => void }) {
  const { words } = useAllWords()
  return (
    <Dialog open wide close={close} title={fill(words.datasets.editor.title, { id: evalCase.id })}>
      <pre
        className="foreign datasets-json"
        // It scrolls, and so is reached by keyboard.
        tabIndex={0}
        role="region"
        aria-label={words.datasets.editor.jsonLabel}
      >
        {stringifyJson(evalCase, 2)}
      </pre>
    </Dialog>
  )
}
