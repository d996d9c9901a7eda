import { EvalError, message, type Content } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import type { AgentRequest } from '../agent-conversation.ts'
import { excerpt } from '../excerpt.ts'
import { acpConnection, Refused } from './acp-connection.ts'
import { noteSoFar } from '../environment/environment.ts'
import { acpUpdates } from './acp-updates.ts'
import { workspaceFiles } from './workspace-files.ts'

export type AcpSessionOptions = {
  readonly command: readonly [program: string, ...args: string[]]
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** The answer to the agent's requests for permission. Working in a copy does not make an agent trustworthy. */
  readonly permissions?: 'allow' | 'reject' | undefined
  /** Limit of one exchange; defaults to 10 MiB. */
  readonly maxReplyBytes?: number | undefined
}

/** One conversation: a process of the agent and a session in a folder. @throws {EvalError} `target` or `agent` */
export async function acpSession(options: AcpSessionOptions, folder: string, signal: AbortSignal) {
  const { permissions = 'allow', maxReplyBytes = 10 * 2 ** 20, command, env } = options
  const files = workspaceFiles(folder)
  let updates = acpUpdates('agent')
  let asked: { readonly title: string; readonly answer: string }[] = []
  let [spent, isAsked] = [0, false]

  const connection = await acpConnection({
    command,
    env,
    cwd: folder,
    maxReplyBytes,
    onNotification: (method, params) => {
      if (method !== 'session/update' || !isObject(params)) return
      // An agent may have further sessions, such as those of its sub-agents.
      if ((params['sessionId'] ?? sessionId) === sessionId) updates.hear(params['update'])
    },
    async onRequest(method, params) {
      const given = isObject(params) ? params : {}
      if (method === 'session/request_permission') return permit(given)
      if (method === 'fs/read_text_file') return files.read(given)
      if (method === 'fs/write_text_file') return files.write(given)
      throw new Refused(-32601, `Method not found: ${excerpt(method, 100)}`)
    },
  })

  function permit({ toolCall, options: offered }: Readonly<Record<string, unknown>>): object {
    if (isObject(toolCall)) updates.hear({ sessionUpdate: 'tool_call_update', ...toolCall })
    const kinds = permissions === 'allow' ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always']
    const choices: readonly unknown[] = Array.isArray(offered) ? offered : []
    const known = choices.filter(isObject)
    const [choice] = kinds.flatMap((kind) => known.filter((one) => one['kind'] === kind))
    const title = isObject(toolCall) ? excerpt(String(toolCall['title'] ?? ''), 200) : ''
    asked.push({ title, answer: choice === undefined ? 'cancelled' : String(choice['kind']) })
    if (choice === undefined) return { outcome: { outcome: 'cancelled' } }
    return { outcome: { outcome: 'selected', optionId: choice['optionId'] } }
  }

  const { sessionId, seesPictures } = await begin(connection, folder, signal).catch(async (error: unknown) => {
    await connection.stop()
    throw error
  })

  const cancel = () => connection.notify('session/cancel', { sessionId })

  return {
    async ask({ content }: AgentRequest, until: AbortSignal) {
      const [own, permits] = [updates, asked]
      own.begin()
      isAsked = true
      noteSoFar(() => ({ events: own.events() }))
      until.addEventListener('abort', cancel, { once: true })
      try {
        const prompt = promptOf(content, seesPictures)
        const ended = await connection.request('session/prompt', { sessionId, prompt }, until, () => {
          // What comes after the end belongs to the next exchange.
          isAsked = false
          ;[updates, asked] = [acpUpdates('agent', own.open()), []]
        })
        const stopReason = stopReasonIn(ended, connection.program)
        const dollars = own.dollars()
        const cost = dollars === undefined ? undefined : Math.max(0, dollars - spent)
        spent = dollars ?? spent
        const usage = isObject(ended) && isObject(ended['usage']) ? tokensIn(ended['usage']) : undefined
        return {
          events: own.events(),
          finishReason: stopReason,
          ...(usage !== undefined && { usage }),
          ...(cost !== undefined && { dollars: cost }),
          metadata: { acp: { stopReason: excerpt(stopReason, 50), ...(permits[0] && { permissions: permits }) } },
        }
      } finally {
        until.removeEventListener('abort', cancel)
      }
    },
    /** True when the agent went on calling tools after its last answer, until it was stopped. */
    goesOn: () => !isAsked && updates.hasCalls(),
    close: () => connection.stop(),
  }
}

async function begin(connection: Awaited<ReturnType<typeof acpConnection>>, folder: string, signal: AbortSignal) {
  const clientCapabilities = { fs: { readTextFile: true, writeTextFile: true }, terminal: false }
  const told = await connection.request('initialize', { protocolVersion, clientCapabilities }, signal)
  const spoken = isObject(told) ? told['protocolVersion'] : undefined
  if (spoken !== undefined && spoken !== protocolVersion) throw otherVersion(connection.program, String(spoken))
  const made = await connection.request('session/new', { cwd: folder, mcpServers: [] }, signal)
  const sessionId = isObject(made) ? made['sessionId'] : undefined
  if (typeof sessionId !== 'string') throw noAgent(connection.program)
  const able = isObject(told) && isObject(told['agentCapabilities']) ? told['agentCapabilities'] : {}
  const prompts = able['promptCapabilities']
  return { sessionId, seesPictures: isObject(prompts) && prompts['image'] === true }
}

/** The version of the protocol that is spoken here. An agent that does not know it answers with another. */
const protocolVersion = 1

function otherVersion(program: string, version: string): EvalError {
  const values = { program, version: excerpt(version, 40), own: protocolVersion }
  return new EvalError(
    'agent',
    message('{program} speaks version {version} of the Agent Client Protocol, not {own}', values),
  )
}

function stopReasonIn(ended: unknown, program: string): string {
  const stopReason = isObject(ended) ? ended['stopReason'] : undefined
  if (typeof stopReason !== 'string') throw noAgent(program)
  if (stopReason === 'cancelled') throw cancelled(program)
  return stopReason
}

function promptOf({ parts = [] }: Content, seesPictures: boolean): readonly object[] {
  return parts.flatMap(({ text, media, extra }): readonly object[] => {
    const file = extra?.['file_data']
    if (isObject(file) && typeof file['file_uri'] === 'string') {
      return [{ type: 'resource_link', uri: file['file_uri'], name: file['file_uri'] }]
    }
    if (media === undefined) return text === undefined ? [] : [{ type: 'text', text }]
    const { mimeType, data } = media
    if (mimeType.startsWith('image/') && seesPictures) return [{ type: 'image', mimeType, data }]
    throw new EvalError('agent', message('The agent takes no {type}', { type: mimeType }))
  })
}

function tokensIn(usage: Readonly<Record<string, unknown>>) {
  const counts = {
    inputTokens: 'inputTokens',
    outputTokens: 'outputTokens',
    totalTokens: 'totalTokens',
    cachedReadTokens: 'cachedTokens',
    thoughtTokens: 'reasoningTokens',
  }
  const known = Object.entries(counts).flatMap(([theirs, ours]) =>
    typeof usage[theirs] === 'number' ? [[ours, usage[theirs]]] : [],
  )
  return known.length === 0 ? undefined : Object.fromEntries(known)
}

function noAgent(program: string): EvalError {
  return new EvalError('agent', message('{program} does not speak the Agent Client Protocol', { program }), {
    hint: message('Some coding agents need a word for it, such as --acp, or an adapter of their own.'),
  })
}

function cancelled(program: string): EvalError {
  return new EvalError('agent', message('{program} broke off its work', { program }))
}
