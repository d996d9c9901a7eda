import type { Target } from '../../core/index.ts'
import type { AgentContext } from '../../core/pack/pack-agent.ts'
import { first } from '../../models/providers.ts'
import { chatEndpoint } from '../../targets/chat-endpoint/chat-endpoint.ts'
import { fillAddressed } from '../config/environment.ts'
import type { ProtocolSetting } from '../config/kind-config.ts'
import type { RunSecrets } from '../secrets/secrets.ts'

type ProtocolContext = {
  readonly agent: Pick<AgentContext, 'environment' | 'now'>
  readonly secrets: RunSecrets
}

/** @throws {EvalError} `target` or `config` when it cannot be one */
export async function protocolTarget(
  { openai }: ProtocolSetting,
  { agent: { environment, now }, secrets }: ProtocolContext,
): Promise<Target> {
  const options = fillAddressed(openai, environment, secrets)
  const key = first(environment, ['OPENAI_COMPATIBLE_API_KEY', 'OPENAI_LIKE_API_KEY'])
  return chatEndpoint({ clock: now, ...options, headers: withToken(options.headers, key) }, secrets.redact)
}

/** What the headers say themselves wins over the environment. */
function withToken(headers: Readonly<Record<string, string>> = {}, token: string | undefined) {
  const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  return token === undefined || isGiven ? headers : { ...headers, authorization: `Bearer ${token}` }
}
