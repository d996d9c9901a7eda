import { message, type Message, type Target } from '../../core/index.ts'
import type { TraceReceiver } from '../../traces/receiver/trace-receiver.ts'
import { agentConversation, tracedConversation } from '../agent-conversation.ts'
import { excerpt } from '../excerpt.ts'
import { checkedUrl, shownUrl } from '../http/http-redirects.ts'
import { jsonApi, type ApiOptions } from '../http/json-api.ts'
import { readAgentCard, type AgentPlace } from './agent-card.ts'
import { a2aClient } from './a2a-client.ts'
import { a2aConversation } from './a2a-conversation.ts'

export type A2aTargetOptions = ApiOptions & {
  readonly name?: string
  /** The address of requests, in place of the one in the card. */
  readonly endpoint?: string
  /** `false` disables streaming, whatever the card says. */
  readonly stream?: boolean
}

/**
 * Makes a target of an agent of the A2A protocol, found by its card.
 *
 * @param receiver gets the spans of the agent
 * @throws {EvalError} `target` when there is no such agent; `config` for unusable options
 */
export async function a2aTarget(
  options: A2aTargetOptions,
  redact: (text: string) => string = (text) => text,
  receiver?: TraceReceiver,
): Promise<Target> {
  const { clock = () => new Date() } = options
  const url = checkedUrl(options.url, howToWrite)
  const api = jsonApi(options, redact)
  const endpoint = options.endpoint && checkedUrl(options.endpoint, howToWrite).href
  const place = await readAgentCard(url, api, { endpoint })
  const client = a2aClient(place, api)
  return {
    name: options.name ?? `a2a:${shownUrl(url)}`,
    seen: seenIn(place),
    receivesSpans: receiver !== undefined,
    async open(evalCase, openOptions) {
      openOptions.signal.throwIfAborted()
      const traced = await tracedConversation(evalCase, receiver, { isOwnProgram: false })
      const conversation = a2aConversation(place, client, options)
      return agentConversation(evalCase, openOptions, {
        ...traced,
        clock,
        ask: (request, signal) => conversation.ask(request, signal),
        close: () => conversation.close(),
        redact: api.redact,
      })
    },
    close: async () => receiver?.close(),
  }
}

function seenIn({ name, skills, dialect }: AgentPlace): Message {
  const shown = skills.slice(0, 12).map((skill) => excerpt(skill, 60))
  const values = { name, version: dialect, count: skills.length, skills: shown.join(', ') }
  return skills.length === 0
    ? message('A2A agent “{name}” of version {version}', values)
    : message('A2A agent “{name}” of version {version}, {count} {count|skill|skills}: {skills}', values)
}

const howToWrite = message('Write it like {example}', { example: 'a2a:http://127.0.0.1:4000' })
