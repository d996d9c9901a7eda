import { useState } from 'react'
import type { RerunWish } from '../../../../src/server/api/new-run.ts'
import { LoadedPart } from '../../loaded-part.tsx'
import { useRunSource } from '../../source/run-source.ts'
import { withAllWords } from '../../words/spoken.ts'
import { Button } from '../../components/button.tsx'
import { sayFirst as say } from '../../words/say.ts'

type Again = Pick<RerunWish, 'caseIds' | 'only'> & {
  readonly runId: string
  /** The button's text, by default "Run again". */
  readonly label?: string
}

const loadDialog = withAllWords(async () => (await import('./rerun/rerun-dialog.tsx')).RerunDialog)

/** A button that reruns cases as a new run; not shown in a report file. */
export function RunAgain({ label, ...again }: Again) {
  const { live } = useRunSource()
  const [open, setOpen] = useState(false)
  if (!live) return null
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label ?? say('Run again')}
      </Button>
      {open && <LoadedPart load={loadDialog} props={{ ...again, close: () => setOpen(false) }} />}
    </>
  )
}
