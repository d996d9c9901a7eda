import { useLocation } from 'wouter'
import type { RerunOffer, RerunWish } from '../../../../../src/server/api/new-run.ts'
import { settingSentences } from '../../../../../src/reporters/comparison/comparison-verdict.ts'
import { CommandLine } from '../../../components/command-line.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { ActionForm } from '../../../components/form/action-form.tsx'
import { Sentences } from '../../../components/sentences.tsx'
import { AnswerState, ProblemText } from '../../../components/state.tsx'
import { callApi } from '../../../source/call-api.ts'
import { useApi } from '../../../source/use-answer.ts'
import { EstimateCard } from '../../new-run/estimate-card.tsx'
import { LimitFields, limitsIn } from '../../new-run/limit-fields.tsx'
import { say } from '../../../words/say.ts'

type RerunDialogRequest = Pick<RerunWish, 'caseIds' | 'only'> & { readonly runId: string; readonly close: () => void }

/** Estimates a rerun and starts it, or says why it is not possible here. */
export function RerunDialog({ runId, close, ...cases }: RerunDialogRequest) {
  const offer = useApi('rerunOffer', { params: { runId }, body: cases })
  return (
    <Dialog
      open
      close={close}
      title={say('Run again')}
      about={say('A new run beside this one: the same agent and metrics, these cases only.')}
    >
      <AnswerState of={offer}>{(value) => <Offer runId={runId} cases={cases} offer={value} />}</AnswerState>
    </Dialog>
  )
}

type Offered = {
  readonly runId: string
  readonly cases: Pick<RerunWish, 'caseIds' | 'only'>
  readonly offer: RerunOffer
}

function Offer({ runId, cases, offer: { estimate, differs = [], refused, command, limit } }: Offered) {
  const [, go] = useLocation()

  async function start(form: FormData): Promise<void> {
    const again = await callApi('rerun', { params: { runId }, body: { ...cases, ...limitsIn(form) } })
    go(`/runs/${again.runId}`)
  }

  return (
    <>
      {refused !== undefined && (
        <div className="trouble" role="alert">
          <ProblemText of={refused} />
        </div>
      )}
      {estimate !== undefined && (
        <>
          <EstimateCard estimate={estimate} />
          {differs.length > 0 && (
            <div className="trouble">
              <p>{say('Not as it was in that run')}:</p>
              <Sentences label={say('Not as it was in that run')} of={settingSentences({ settings: differs })} />
            </div>
          )}
          <ActionForm act={start} send={say('Start the new run')} busy={say('Starting …')} kind="main">
            <LimitFields estimate={estimate} limit={limit} />
          </ActionForm>
        </>
      )}
      {command !== undefined && (
        <CommandLine
          label={
            refused === undefined
              ? say('The same on the command line')
              : say('On the command line, with what the project has now')
          }
          text={command}
        />
      )}
    </>
  )
}
