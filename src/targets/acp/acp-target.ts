import { existsSync } from 'node:fs'
import { basename, isAbsolute, resolve } from 'node:path'
import type { Conversation, Invocation, Target } from '../../core/index.ts'
import { agentConversation } from '../agent-conversation.ts'
import { acpSession, type AcpSessionOptions } from './acp-session.ts'
import { openWorkspace, type Workspace, type WorkspaceSettings } from './workspace.ts'

export type AcpTargetOptions = AcpSessionOptions & {
  readonly name?: string
  /** For cases without a workspace of their own. */
  readonly workspace?: WorkspaceSettings
  readonly clock?: () => Date
}

type AcpPlaces = {
  /** Base of files in the command and of the config's workspace. */
  readonly folder: string
  readonly base: string
  /** @throws {EvalError} where a case may not run commands */
  readonly assertTrusted: (command: string) => Promise<void>
}

/**
 * Runs a coding agent that speaks the Agent Client Protocol on its standard input and output. Each conversation has its
 * own process, session and folder: a copy of the case's workspace, or an empty one.
 */
export function acpTarget(options: AcpTargetOptions, places: AcpPlaces): Target {
  const { clock = () => new Date(), workspace: general, ...session } = options
  const command = wholePaths(options.command, places.folder)
  const left = new Set<Workspace>()

  return {
    name:
      options.name ??
      `acp:${options.command
        .slice(0, 2)
        .map((word) => basename(word))
        .join(' ')}`,
    async open(evalCase, openOptions) {
      const { signal } = openOptions
      signal.throwIfAborted()
      const workspace = await openWorkspace(
        evalCase,
        {
          workspace: general,
          base: places.base,
          configBase: places.folder,
          env: options.env,
          assertTrusted: places.assertTrusted,
        },
        signal,
      )
      left.add(workspace)
      const opened = await acpSession({ ...session, command }, workspace.folder, signal).catch(
        async (error: unknown) => {
          await workspace.remove()
          throw error
        },
      )
      const conversation = agentConversation(evalCase, openOptions, {
        clock,
        ask: (request, until) => opened.ask(request, until),
        close: () => opened.close(),
      })
      return { ...conversation, completion: completedBy(workspace, opened) }
    },
    async close() {
      await Promise.all([...left].map((workspace) => workspace.remove()))
    },
  }

  /** The final state of the folder is known only after the agent has exited. */
  function completedBy(
    workspace: Workspace,
    { goesOn }: Awaited<ReturnType<typeof acpSession>>,
  ): Conversation['completion'] {
    return {
      pending: () => false,
      async complete(invocations, _wait, signal) {
        try {
          const outcome = await workspace.finish(signal)
          const last = invocations.at(-1)
          const isLate = goesOn()
          if (last === undefined || (outcome === undefined && !isLate)) return invocations
          const completed: Invocation = {
            ...last,
            ...(outcome !== undefined && { metadata: { ...last.metadata, workspace: outcome } }),
            // Who has only what was heard of calls after the answer does not know them all.
            ...(isLate && { provenance: { ...last.provenance, toolCalls: 'unknown' } }),
          }
          return [...invocations.slice(0, -1), completed]
        } finally {
          left.delete(workspace)
          await workspace.remove()
        }
      },
    }
  }
}

/** The process starts in the workspace, so relative paths of the command are made absolute. */
function wholePaths([program, ...args]: AcpTargetOptions['command'], folder: string): AcpTargetOptions['command'] {
  const whole = (word: string) =>
    !isAbsolute(word) && /[\\/.]/.test(word) && !word.startsWith('-') && existsSync(resolve(folder, word))
      ? resolve(folder, word)
      : word
  return [/[\\/]/.test(program) ? whole(program) : program, ...args.map(whole)]
}
