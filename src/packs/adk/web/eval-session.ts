import type { CaseRecord, Content, Invocation } from '../../../core/index.ts'
import { adkContent } from '../../../formats/wire/adk-content.ts'
import { camelJson } from './camel-json.ts'

/** ADK begins the ids of evaluation sessions like this; ours name the run, the position of the case and the repeat. */
const pattern = /^___eval___session___(.+)_(\d+)_(\d+)$/

/** Finds the run, position and repeat that an id names; undefined for ids of other sessions. */
export function evalSessionPlace(sessionId: string) {
  const [, runId, position, repeat] = pattern.exec(sessionId) ?? []
  return runId === undefined ? undefined : { runId, position: Number(position), repeat: Number(repeat) }
}

type EvalSessionName = { readonly appName: string; readonly userId: string; readonly id: string }

export function evalSession({ evalCase, invocations, result }: CaseRecord, named: EvalSessionName): object {
  const turns = result?.transcript.invocations ?? invocations
  return {
    ...named,
    state: turns.at(-1)?.sessionState ?? evalCase.session?.state ?? {},
    events: turns.flatMap((turn, index) => eventsOf(turn, turn.id || `turn-${index + 1}`)),
    lastUpdateTime: turns.at(-1)?.createdAt ?? 0,
  }
}

function eventsOf({ userContent, steps, finalResponse, createdAt = 0 }: Invocation, invocationId: string): object[] {
  const said: { readonly author: string; readonly content: Content | undefined }[] = [
    { author: 'user', content: userContent },
    ...(steps?.form === 'events' ? steps.events.map(({ author, content }) => ({ author, content })) : listed(steps)),
    { author: 'agent', content: finalResponse },
  ]
  return said.flatMap(({ author, content }, index) =>
    content === undefined
      ? []
      : [
          {
            id: `${invocationId}-${index}`,
            invocationId,
            author,
            timestamp: createdAt,
            content: camelJson(adkContent.write(content, 'brief')),
            actions: { stateDelta: {}, artifactDelta: {} },
          },
        ],
  )
}

function listed(steps: Extract<Invocation['steps'], { form: 'lists' }> | undefined) {
  if (steps === undefined) return []
  const parts = [
    ...steps.toolCalls.map((toolCall) => ({ role: 'model', parts: [{ toolCall }] })),
    ...steps.toolResponses.map((toolResponse) => ({ role: 'user', parts: [{ toolResponse }] })),
  ]
  return parts.map((content) => ({ author: 'agent', content }))
}
