/** What ADK's page asks of evaluations. Things are called by names that are looked up; what is not there is undefined. */
export interface AdkWeb {
  /** The server that has the page, the agents and their sessions. */
  readonly server: URL
  sets(app: string): Promise<readonly string[]>
  /** @throws {EvalError} `usage` for an id that cannot be, or is there */
  createSet(app: string, id: string): Promise<object>
  set(app: string, id: string): Promise<object | undefined>
  removeSet(app: string, id: string): Promise<'done' | undefined>
  cases(app: string, id: string): Promise<readonly string[] | undefined>
  case(app: string, id: string, caseId: string): Promise<object | undefined>
  replaceCase(app: string, id: string, change: CaseChange): Promise<'done' | undefined>
  removeCase(app: string, id: string, caseId: string): Promise<'done' | undefined>
  /** Makes a case of a session of the server. @throws {EvalError} `usage` when there is a case of that id */
  addSession(app: string, id: string, session: SavedSession): Promise<'done' | undefined>
  /** Plays cases and scores them; resolves when the run has ended, with ADK's results of its cases. */
  run(app: string, id: string, wish: EvalWish): Promise<readonly object[] | undefined>
  results(app: string): Promise<readonly string[]>
  result(app: string, id: string): Promise<object | undefined>
  metrics(): readonly object[]
  /** The conversation of a case that was played, by the id of its session; undefined for sessions of the server. */
  session(app: string, userId: string, id: string): Promise<object | undefined>
  say(error: unknown): string
}

type CaseChange = { readonly caseId: string; readonly told: Readonly<Record<string, unknown>> }
type SavedSession = { readonly caseId: string; readonly sessionId: string; readonly userId: string }
export type EvalWish = {
  /** All of them when there is none. */
  readonly caseIds: readonly string[]
  readonly metrics: readonly { readonly metricName: string; readonly criterion: unknown }[]
}
