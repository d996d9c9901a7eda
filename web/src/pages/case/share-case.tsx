import type { CaseDetail } from '../../../../src/server/api.ts'
import { CommandLine } from '../../components/command-line.tsx'
import { CopyButton } from '../../components/value/copy-button.tsx'
import { useRunSource } from '../../source/run-source.ts'
import { useAllWords } from '../../words/language.tsx'
import { caseLink } from '../case-by-id.tsx'

type ShareCaseProps = { readonly runId: string; readonly detail: Pick<CaseDetail, 'evalCase' | 'repeat'> }

/** What leads to this case again: a link that names it, and the command that prints it. */
export function ShareCase({ runId, detail: { evalCase, repeat } }: ShareCaseProps) {
  const { words } = useAllWords()
  const { live } = useRunSource()
  const command = `shinsa show ${shellWord(runId)} ${shellWord(evalCase.id)}`
  return (
    <div className="stack">
      {live && (
        <CopyButton
          text={() => new URL(caseLink(runId, evalCase.id, repeat), location.href).href}
          label={words.case.copyLink}
          wide
        />
      )}
      <CommandLine label={words.case.command} text={command} />
    </div>
  )
}

/** As a shell takes it for one word, whatever is in it. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
