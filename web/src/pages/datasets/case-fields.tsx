import { useRef, useState, type ComponentProps, type ReactNode } from 'react'
import type { EvalCase, Scenario } from '../../../../src/core/eval-case.ts'
import type { ReviewCase } from '../../../../src/core/review.ts'
import {
  type Invocation,
  type ToolCall,
  expectedCallsOf,
  responseTextOf,
  textOf,
} from '../../../../src/core/invocation.ts'
import {
  callOf,
  defaultSession,
  newTurn,
  splitMetadata,
  withAnswer,
  withCalls,
  withMetadata,
  withPart,
  withSession,
  withUserText,
} from './case-parts.ts'
import { SelectField } from '../../components/form/field.tsx'
import { textsWithout } from './drafts.ts'
import { FieldProblems, JsonField, TextField, useEditedDraft } from './fields.tsx'
import { Button } from '../../components/button.tsx'
import { say } from '../../words/say.ts'

/** Fields for the common parts of a case; the JSON view has the others. */
export function CaseFields() {
  const { evalCase, write } = useCase()
  const { id, review, scenario, session, finalSessionState } = evalCase
  const { category, others } = splitMetadata(evalCase)
  return (
    <>
      <TextField field="id" label={say('Id')} value={id} change={(to) => write({ ...evalCase, id: to })} />
      {review !== undefined && <ReviewFields review={review} />}
      {scenario !== undefined && <ScenarioFields scenario={scenario} />}
      {review === undefined && scenario === undefined && <Turns turns={evalCase.conversation ?? []} />}
      {review === undefined && (
        <Group title={say('Start and end')}>
          <JsonField
            field="state"
            label={say('Initial state (JSON)')}
            lines={4}
            indent={2}
            placeholder='{"basket": []}'
            value={session?.state}
            put={(state) => withSession(evalCase, 'state', state)}
          />
          <JsonField
            field="finalState"
            label={say('Expected final state (JSON)')}
            lines={4}
            indent={2}
            value={finalSessionState}
            put={(state) => withPart(evalCase, 'finalSessionState', state)}
          />
          <div className="datasets-pair">
            {(['appName', 'userId'] as const).map((name) => (
              <TextField
                key={name}
                field={name}
                label={say(name === 'appName' ? 'App name' : 'User id')}
                value={session?.[name] ?? ''}
                placeholder={defaultSession[name]}
                change={(value) => write(withSession(evalCase, name, value))}
              />
            ))}
          </div>
        </Group>
      )}
      <Group title={say('About the case')}>
        <TextField
          field="category"
          label={say('Category')}
          value={category}
          change={(value) => write(withMetadata(evalCase, value, others))}
        />
        <JsonField
          field="metadata"
          label={say('Further metadata (JSON)')}
          lines={4}
          indent={2}
          value={others}
          put={(value) => withMetadata(evalCase, category, value)}
        />
      </Group>
    </>
  )
}

/** The edited case, and what puts another one in its place. */
function useCase() {
  const { draft, change } = useEditedDraft()
  return { evalCase: draft.evalCase, write: (evalCase: EvalCase) => change({ ...draft, evalCase }) }
}

function Turns({ turns }: { readonly turns: readonly Invocation[] }) {
  const { evalCase, write } = useCase()
  const put = (conversation: Invocation[]) => ({ ...evalCase, conversation })
  // Turns move up when one is removed, and nothing that belonged to another one may stay in their fields.
  const [removed, setRemoved] = useState(0)
  return (
    <>
      {turns.map((turn, at) => (
        <Turn key={`${removed} ${at}`} at={at} turn={turn} put={(next) => put(turns.with(at, next))}>
          {turns.length > 1 && (
            <RemoveButton
              list="turns."
              at={at}
              rest={put(turns.toSpliced(at, 1))}
              removed={() => setRemoved(removed + 1)}
            >
              {say('Remove turn {number}', { number: at + 1 })}
            </RemoveButton>
          )}
        </Turn>
      ))}
      <FieldProblems field="turns" />
      <div className="row">
        <Button onClick={() => write(put([...turns, newTurn]))}>{say('Add a turn')}</Button>
      </div>
    </>
  )
}

type RemoveButtonProps = ComponentProps<typeof Button> & {
  readonly list: string
  readonly at: number
  /** The case without what is removed. */
  readonly rest: EvalCase
  readonly removed?: () => void
}

/** Removes a turn or a call with what was typed in it. */
function RemoveButton({ list, at, rest, removed, ...button }: RemoveButtonProps) {
  const { draft, change } = useEditedDraft()
  function remove(): void {
    change({ ...draft, evalCase: rest, texts: textsWithout(draft.texts, list, at) })
    removed?.()
  }
  return <Button {...button} onClick={remove} />
}

type TurnProps = {
  /** Counts from 0. */
  readonly at: number
  readonly turn: Invocation
  readonly put: (turn: Invocation) => EvalCase
}

/** One turn: the message, the expected answer and the expected calls. */
function Turn({ at, turn, put, children }: TurnProps & { readonly children: ReactNode }) {
  const { write } = useCase()
  // Whoever asks for calls again gets those of before.
  const before = useRef(withCalls(turn, [...expectedCallsOf(turn)]).steps)
  return (
    <Group title={say('Turn {number}', { number: at + 1 })}>
      <TextField
        field={`turns.${at}.user`}
        label={say('What the user says')}
        value={textOf(turn.userContent) ?? ''}
        lines={2}
        change={(text) => write(put(withUserText(turn, text)))}
      />
      <TextField
        field={`turns.${at}.answer`}
        label={say('Expected answer')}
        value={responseTextOf(turn) ?? ''}
        lines={2}
        change={(text) => write(put(withAnswer(turn, text)))}
      />
      <label className="datasets-check">
        <input
          type="checkbox"
          checked={turn.steps !== undefined}
          onChange={({ target }) => {
            if (!target.checked) before.current = turn.steps
            write(put(withPart(turn, 'steps', target.checked ? before.current : undefined)))
          }}
        />
        <span>{say('Tool calls are expected as listed')}</span>
      </label>
      {turn.steps !== undefined && <Calls at={at} turn={turn} put={put} />}
      {children && <div className="row">{children}</div>}
    </Group>
  )
}

function Calls({ turn, at, put }: TurnProps) {
  const { write } = useCase()
  const calls = expectedCallsOf(turn)
  const putCalls = (next: ToolCall[]) => put(withCalls(turn, next))
  return (
    <>
      {calls.length === 0 && <p className="soft small">{say('None: the agent shall call no tool.')}</p>}
      {calls.map(({ name, args }, index) => (
        <div key={index} className="datasets-call">
          <TextField
            field={`turns.${at}.calls.${index}.name`}
            label={say('Call {number}: tool', { number: index + 1 })}
            value={name}
            change={(to) => write(putCalls(calls.with(index, callOf(to, args))))}
          />
          <JsonField
            field={`turns.${at}.calls.${index}.args`}
            label={say('Call {number}: arguments (JSON)', { number: index + 1 })}
            lines={2}
            value={args}
            put={(to) => putCalls(calls.with(index, callOf(name, to)))}
          />
          <RemoveButton
            aria-label={say('Remove call {number}', { number: index + 1 })}
            list={`turns.${at}.calls.`}
            at={index}
            rest={putCalls(calls.toSpliced(index, 1))}
          >
            <span aria-hidden="true">✕</span>
          </RemoveButton>
        </div>
      ))}
      <div className="row">
        <Button onClick={() => write(putCalls([...calls, { name: '' }]))}>{say('Add a call')}</Button>
      </div>
    </>
  )
}

function ScenarioFields({ scenario }: { readonly scenario: Scenario }) {
  const { evalCase, write } = useCase()
  return (
    <Group title={say('Simulated user')}>
      {(['startingPrompt', 'plan'] as const).map((field) => (
        <TextField
          key={field}
          field={field}
          label={say(field === 'plan' ? 'What the user does then' : 'What the user begins with')}
          value={scenario[field]}
          lines={3}
          change={(text) => write({ ...evalCase, scenario: { ...scenario, [field]: text } })}
        />
      ))}
      <FieldProblems field="turns" />
    </Group>
  )
}

function ReviewFields({ review }: { readonly review: ReviewCase }) {
  const { evalCase, write } = useCase()
  const change = (values: Partial<ReviewCase>) => write({ ...evalCase, review: { ...review, ...values } })
  return (
    <Group title={say('Review##kind of case')}>
      {(['checkName', 'checkDescription'] as const).map((field) => (
        <TextField
          key={field}
          field={field}
          label={say(field === 'checkName' ? 'Check##name' : 'What it demands')}
          value={review[field]}
          {...(field === 'checkDescription' && { lines: 3 })}
          change={(text) => change({ [field]: text })}
        />
      ))}
      <TextField
        field="documents"
        label={say('Documents, one on each line')}
        value={review.documents.join('\n')}
        lines={3}
        change={(names) => change({ documents: names.split('\n') })}
      />
      <div className="datasets-pair">
        <SelectField
          label={say('Language of the answer')}
          value={review.languageName}
          choices={['English', '日本語'].map((name) => [name, name])}
          choose={(languageName) => change({ languageName })}
        />
        <SelectField
          label={say('Right verdict')}
          value={review.expected}
          choices={[
            ['pass', say('pass##of a case')],
            ['fail', say('fail##of a case')],
          ]}
          choose={(expected) => change({ expected: expected === 'fail' ? 'fail' : 'pass' })}
        />
      </div>
    </Group>
  )
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="datasets-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}
