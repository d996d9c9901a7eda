import type { JsonObject } from '../../../core/index.ts'
import { another, fieldOf, hasMethods, textField } from '../shape.ts'

/** A runner of the project's copy of ADK, with the session that a case begins with. */
export async function runnerWith(
  sdk: Readonly<Record<string, unknown>>,
  { app, ...options }: { readonly agent: unknown; readonly app?: unknown; readonly plugins: readonly unknown[] },
  { appName: ours, userId, id: sessionId, state }: { appName: string; userId: string; id: string; state: JsonObject },
): Promise<unknown> {
  const appName = textField(app, 'name') ?? ours
  const runner = another({ constructor: sdk['InMemoryRunner'] as () => object }, { ...options, app, appName }) // a class
  const sessions = fieldOf(runner, 'sessionService')
  if (hasMethods(sessions, 'createSession'))
    await sessions.createSession({ appName, userId, sessionId, state: structuredClone(state) })
  return runner
}
