import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { RunbookReadiness } from '../../../../src/server/api/runbooks.ts'
import { Card } from '../../components/card.tsx'
import { EmptyState, ErrorState } from '../../components/state.tsx'
import { AnswerView } from './answer.tsx'
import type { SearchChoice } from './search-settings.tsx'
import { parseJson, stringifyJson } from '../../../../src/core/basics/json.ts'
import { rememberedText } from '../../remembered.ts'
import { useDraft } from '../../use-draft.ts'
import { readAs } from '../../source/read-as.ts'
import { RunbookReply, z } from '../../source/shapes.ts'
import { callApi } from '../../source/call-api.ts'
import { Button } from '../../components/button.tsx'
import { useAction } from '../../components/form/action-form.tsx'
import { say } from '../../words/say.ts'

/** Exchanges that the assistant remembers. */
const remembered = 5
const longestQuestion = 4000

type RunbookChatProps = { readonly status: RunbookReadiness; readonly search: SearchChoice | undefined }

/** A conversation with the assistant. Nothing in it is judged. */
export function RunbookChat({ status, search }: RunbookChatProps) {
  const { ready } = status
  const { conversation, beginAnew, question, setQuestion, asking, error, ask } = useAsking(ready, search)
  const fresh = (
    <Button disabled={asking !== undefined} onClick={beginAnew}>
      {say('New conversation')}
    </Button>
  )
  return (
    <Card title={say('Conversation')} aside={conversation.exchanges.length > 0 && fresh}>
      {conversation.exchanges.length === 0 && asking === undefined && <Beginning status={status} />}
      <Exchanges exchanges={conversation.exchanges} asking={asking?.question} />
      {error !== undefined && <ErrorState error={error} retry={ask} />}
      <QuestionBox question={question} write={setQuestion} ask={ask} disabled={!ready} stop={asking?.stop} />
    </Card>
  )
}

function Beginning({ status: { ready, files, places } }: { readonly status: RunbookReadiness }) {
  if (ready)
    return (
      <EmptyState
        title={say('Ask about a procedure')}
        next={say('Answers come from the runbooks in the index and from nothing else, with their sources.')}
      />
    )
  const missing = places.filter(({ builtAt }) => builtAt === undefined)
  // Where one language has an index, the languages without one are named.
  const isPart = missing.length < places.length && missing.length > 0
  const title = isPart
    ? say('No index yet for: {names}', { names: missing.map(({ name }) => name).join(', ') })
    : say('No index of runbooks yet')
  return (
    <EmptyState
      title={title}
      next={
        files.length === 0
          ? say('Upload runbooks, then build the index: questions and the evaluation need it.')
          : say('The runbooks are there. Build the index: questions and the evaluation need it.')
      }
    />
  )
}

type ChatStatement = { readonly exchanges: readonly Exchange[]; readonly asking: string | undefined }

function Exchanges({ exchanges, asking }: ChatStatement) {
  const end = useRef<HTMLDivElement>(null)
  const shown = useRef(exchanges.length)
  useEffect(() => {
    // Exchanges that were there when the page opened cause no scrolling.
    if (exchanges.length > shown.current || asking !== undefined) end.current?.scrollIntoView({ block: 'nearest' })
    shown.current = exchanges.length
  }, [exchanges.length, asking])
  return (
    <div role="log" aria-label={say('Conversation')} className="stack">
      {exchanges.length === mostExchanges && (
        <p className="small soft">
          {say('The newest {count} exchanges are shown; older ones are in the audit log in logs/.', {
            count: mostExchanges,
          })}
        </p>
      )}
      {exchanges.map(({ question, answer }, index) => (
        <article key={index} className="stack" aria-label={question.slice(0, 80)}>
          <Question text={question} />
          <h3 className="hidden-words">{say('Assistant')}</h3>
          <AnswerView answer={answer} />
        </article>
      ))}
      {asking !== undefined && (
        <>
          <Question text={asking} />
          <output className="soft">{say('Looking it up…')}</output>
        </>
      )}
      <div ref={end} />
    </div>
  )
}

function Question({ text }: { readonly text: string }) {
  return (
    <div className="runbook-question">
      <h3 className="small soft">{say('You')}</h3>
      <p className="foreign">{text}</p>
    </div>
  )
}

type Box = {
  readonly question: string
  readonly write: (question: string) => void
  readonly ask: () => void
  readonly disabled: boolean
  /** Stops a question that is being answered. */
  readonly stop: (() => void) | undefined
}

function QuestionBox({ question, write, ask, disabled, stop }: Box) {
  function onKeyDown(event: KeyboardEvent): void {
    // Enter also confirms Japanese input, which must not send the question.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    ask()
  }

  return (
    <form
      className="stack runbook-box"
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      <label className="stack">
        <span>{say('Question')}</span>
        <textarea
          rows={3}
          maxLength={longestQuestion}
          value={question}
          disabled={disabled}
          aria-describedby="runbook-keys"
          onChange={({ target }) => write(target.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      <div className="row">
        {stop !== undefined ? (
          <Button onClick={stop}>{say('Stop##asking')}</Button>
        ) : (
          <Button type="submit" kind="main" disabled={disabled || question.trim() === ''}>
            {say('Ask')}
          </Button>
        )}
        <span id="runbook-keys" className="small soft">
          {say('Enter asks, Shift+Enter begins a new line.')}
        </span>
      </div>
      <p className="small soft">
        {say('Type no secrets: questions and answers are kept in an audit log in logs/. Asking never calls a judge.')}
      </p>
    </form>
  )
}

const Exchange = z.object({ question: z.string(), answer: RunbookReply })
type Exchange = z.infer<typeof Exchange>

const RunbookConversation = z.object({ id: z.string(), exchanges: z.array(Exchange) })
type RunbookConversation = z.infer<typeof RunbookConversation>

const stored = rememberedText('runbook.conversation', 'sessionStorage')
/** Older exchanges are no longer shown. */
const mostExchanges = 50

/** The tab's conversation, which survives a reload. */
function useConversation() {
  const [conversation, setConversation] = useState(() => kept() ?? emptyConversation())
  return {
    conversation,
    add: (exchange: Exchange) =>
      setConversation((before) =>
        keep({ ...before, exchanges: [...before.exchanges, exchange].slice(-mostExchanges) }),
      ),
    beginAnew: () => setConversation(keep(emptyConversation())),
  }
}

function emptyConversation(): RunbookConversation {
  // `randomUUID` does not exist on other machines' pages without https.
  const id = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  return { id, exchanges: [] }
}

function kept(): RunbookConversation | undefined {
  const text = stored.read()
  // It may come from another version of the page.
  return text === '' ? undefined : readAs(RunbookConversation, parseJson(text)).data
}

function keep(conversation: RunbookConversation): RunbookConversation {
  stored.write(stringifyJson(conversation))
  return conversation
}

/** Asks one question at a time, with the previous ones as history. */
function useAsking(ready: boolean, search: RunbookChatProps['search']) {
  const { conversation, add, beginAnew } = useConversation()
  const { text: question, write: setQuestion } = useDraft('runbook.question')
  const { act, isBusy, error } = useAction()
  const [asked, setAsked] = useState({ question: '', stopping: new AbortController() })

  function ask(): void {
    const now = { question: question.trim(), stopping: new AbortController() }
    if (now.question === '' || isBusy || !ready) return
    setAsked(now)
    const { signal } = now.stopping
    const earlier = conversation.exchanges
      .slice(-remembered)
      .map((exchange) => ({ question: exchange.question, answer: exchange.answer.answer }))
    void act(async () => {
      const body = { question: now.question, conversation: conversation.id, earlier, ...search }
      add({ question: now.question, answer: await callApi('ask', { body, signal }) })
      setQuestion('')
    })
  }

  const asking = isBusy ? { question: asked.question, stop: () => asked.stopping.abort() } : undefined
  const trouble = asked.stopping.signal.aborted ? undefined : error
  return { conversation, beginAnew, question, setQuestion, asking, error: trouble, ask }
}
