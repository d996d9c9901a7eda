import type { Target } from '../../core/index.ts'
import { agentConversation } from '../agent-conversation.ts'
import { seenAgent } from '../frameworks/framework-target.ts'
import { genaiTools } from '../reply/genai-tools.ts'
import { describedApp, type DescribedApp } from './adk-agents.ts'
import { adkField } from './adk-api.ts'
import type { ApiOptions } from '../http/json-api.ts'
import { findApp } from './adk-app.ts'
import { adkSession } from './adk-session.ts'

export type AdkServerOptions = ApiOptions & {
  readonly name?: string
  /** The app, when the url does not name it; required for servers that hide `/list-apps`. */
  readonly app?: string
  /** `false` calls `/run` instead of `/run_sse`. */
  readonly stream?: boolean
  /** `true` leaves the sessions on the server. */
  readonly keepSessions?: boolean
}

/**
 * Makes a target of an app on an ADK server, written in any language.
 *
 * @throws {EvalError} `target` for an address without a server or such an app; `config` for unusable options
 */
export async function adkServerTarget(
  options: AdkServerOptions,
  redact: (text: string) => string = (text) => text,
): Promise<Target> {
  const { clock = () => new Date(), stream = true, keepSessions = false } = options
  const place = await findApp(options, redact)
  const described = await describedApp(place, AbortSignal.timeout(30_000))
  return {
    name: options.name ?? `adk:${place.address}/${place.app}`,
    seen: seenAgent({ framework: 'ADK', name: described.root ?? place.app, tools: toolsOf(described) }),
    async open(evalCase, openOptions) {
      openOptions.signal.throwIfAborted()
      const session = adkSession(place, { stream, keepSessions, described })
      return agentConversation(evalCase, openOptions, {
        clock,
        ask: (request, signal, answered, begun) => session.ask(request, signal, { answered, begun }),
        close: () => session.close(),
        redact: place.api.redact,
      })
    },
  }
}

function toolsOf({ root, agents }: DescribedApp): readonly string[] {
  const declarations = genaiTools((root === undefined ? undefined : agents[root]?.toolDeclarations) ?? [])
  const functions = declarations.flatMap((tool) => adkField(tool, 'functionDeclarations') ?? [])
  return functions.flatMap((tool) => String(adkField(tool, 'name') ?? '') || [])
}
