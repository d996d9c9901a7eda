import { useEffect, useId, useRef, useState } from 'react'
import type {
  DocumentReview,
  RequirementRow,
  RequirementTable,
  ReviewedDocument,
} from '../../../../src/packs/review/document-review.ts'
import { Card } from '../../components/card.tsx'
import { ErrorState } from '../../components/state.tsx'
import { FileField } from '../../components/form/file-drop.tsx'
import { useAction } from '../../components/form/action-form.tsx'
import { base64Of } from '../../source/base64-of.ts'
import { callApi } from '../../source/call-api.ts'
import { Button } from '../../components/button.tsx'
import { say } from '../../words/say.ts'

type CheckTableProps = {
  /** The documents to check. */
  readonly documents: readonly ReviewedDocument[]
  readonly reviews: readonly DocumentReview[]
  /** The reviewer that would be asked, where it is known. */
  readonly reviewer: string | undefined
  readonly changed: () => void
}

/** Larger tables are for the command line, which can resume. */
const mostPairs = 500
const atOnce = 4
const seenAfter = 20

/** Checks each requirement of a table against each chosen document. Earlier reviews are not asked again. */
export function CheckTable(props: CheckTableProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return <TableForm {...props} />
  return <Button onClick={() => setIsOpen(true)}>{say('Requirements from a table')} …</Button>
}

function TableForm({ documents, reviews, reviewer, changed }: CheckTableProps) {
  const hintId = useId()
  const [table, setTable] = useState<RequirementTable & { readonly name: string }>()
  const { act, isBusy: isReading, error } = useAction()
  const { progress, failed, review, stop } = useReviews(changed)
  const pairs = documents.flatMap(({ documentId }) =>
    (table?.requirements ?? []).map((requirement) => ({ documentId, requirement })),
  )
  const open = pairs.filter((pair) => !reviews.some((one) => isReviewOf(one, pair) && one.reviewer === reviewer))
  const isTooMany = open.length > mostPairs
  return (
    <Card title={say('Requirements from a table')}>
      <p id={hintId} className="small soft">
        {say(
          'CSV or Excel (.xlsx), a row each, with the columns requirement, name and assigned to. Every chosen document is held against every row while this page is open.',
        )}
      </p>
      <FileField
        label={say('Choose a table')}
        accept=".csv,.xlsx"
        hintId={hintId}
        disabled={isReading || progress !== undefined}
        take={([file]) => {
          if (file !== undefined) void act(async () => setTable(await tableIn(file)))
        }}
      />
      {error !== undefined && <ErrorState error={error} />}
      {table !== undefined && (
        <p className="foreign">
          {say('{count} {count|requirement|requirements} in {name}', {
            count: table.requirements.length,
            name: table.name,
          })}
          {pairs.length > open.length && ` · ${say('{count} reviewed before', { count: pairs.length - open.length })}`}
        </p>
      )}
      {table?.notes.map((note) => (
        <p key={JSON.stringify(note)} className="small reviews-warning">
          ⚠ {say(note)}
        </p>
      ))}
      {table !== undefined && documents.length === 0 && <p className="small soft">{say('Choose a document first.')}</p>}
      {isTooMany && (
        <p className="reviews-warning">
          {say(
            'More than {most} reviews: use shinsa review --check FILE --documents FOLDER, which goes on where it was stopped.',
            { most: mostPairs },
          )}
        </p>
      )}
      {progress !== undefined && (
        <div className="row">
          <output>{say('{done} of {count} reviewed', progress)}</output>
          <progress value={progress.done} max={progress.count} aria-label={say('Requirements from a table')} />
          <Button onClick={stop}>{say('Stop')}</Button>
        </div>
      )}
      {progress === undefined && open.length > 0 && !isTooMany && (
        <Button kind="main" onClick={() => void review(open)}>
          {say('Make {count} {count|review|reviews}', { count: open.length })}
        </Button>
      )}
      {failed !== undefined && (
        <>
          <p className="reviews-warning">
            {say('{count} {count|review|reviews} broke. Ask for them again here.', { count: failed.count })}
          </p>
          <ErrorState error={failed.error} />
        </>
      )}
    </Card>
  )
}

type ReviewPair = { readonly documentId: string; readonly requirement: RequirementRow }

function isReviewOf(review: DocumentReview, { documentId, requirement }: ReviewPair): boolean {
  return (
    review.documentIds.length === 1 &&
    review.documentIds[0] === documentId &&
    review.checkName === requirement.name &&
    review.checkDescription === requirement.description &&
    review.languageName === requirement.languageName
  )
}

async function tableIn(file: File) {
  const read = await callApi('requirements', { body: { name: file.name, content: await base64Of(file) } })
  return { name: file.name, ...read }
}

/** Requests a few reviews at a time. A failed one does not stop the others and can be repeated. */
function useReviews(changed: () => void) {
  const [progress, setProgress] = useState<{ readonly done: number; readonly count: number }>()
  const [failed, setFailed] = useState<{ readonly count: number; readonly error: unknown }>()
  const isStopped = useRef(false)
  // Nobody would see what is asked after the page was left, nor keep it from being asked once more.
  useEffect(() => () => void (isStopped.current = true), [])

  async function review(pairs: readonly ReviewPair[]): Promise<void> {
    const left = [...pairs]
    let done = 0
    isStopped.current = false
    setFailed(undefined)
    setProgress({ done, count: pairs.length })
    const next = async (): Promise<void> => {
      for (let pair = left.shift(); pair !== undefined && !isStopped.current; pair = left.shift()) {
        try {
          await callApi('review', { body: wishOf(pair) })
        } catch (error) {
          setFailed((before) => ({ count: (before?.count ?? 0) + 1, error }))
        }
        done += 1
        setProgress({ done, count: pairs.length })
        if (done % seenAfter === 0) changed()
      }
    }
    await Promise.all(Array.from({ length: atOnce }, next))
    setProgress(undefined)
    changed()
  }

  return { progress, failed, review, stop: () => void (isStopped.current = true) }
}

function wishOf({ documentId, requirement: { name, description, languageName, assignedTo } }: ReviewPair) {
  return {
    documentIds: [documentId],
    checkName: name,
    checkDescription: description,
    languageName,
    ...(assignedTo !== '' && { assignedTo }),
  }
}
